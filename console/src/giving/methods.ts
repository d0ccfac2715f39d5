/** How gifts are given (spec, Contribution, method), and where records come from. */
import type { Contribution } from '../api-types.ts'

/** How a gift is given. */
export type Method = Contribution['method']

/** In the order in which they are offered. */
export const METHODS: readonly Method[] = [
  'cash',
  'bank_transfer',
  'pos',
  'online',
  'ach',
  'cheque',
  'ussd',
  'mobile_money',
  'text',
  'in_kind',
  'other',
]

/** Where a record came from. */
export const SOURCES = ['manual', 'online', 'import', 'api']
