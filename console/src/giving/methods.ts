/** How gifts are given (spec, Contribution, method), and where records come from. */
import type { Contribution } from '../api-types.ts'
import { everyOf } from '../formats/every-of.ts'

/** How a gift is given. */
export type Method = Contribution['method']

/** In the order in which they are offered. */
export const METHODS = everyOf<Method>({
  cash: true,
  bank_transfer: true,
  pos: true,
  online: true,
  ach: true,
  cheque: true,
  ussd: true,
  mobile_money: true,
  text: true,
  in_kind: true,
  other: true,
})

/** Where a record came from: the usual ones, since any text may stand there. */
export const SOURCES = ['manual', 'online', 'import', 'api']
