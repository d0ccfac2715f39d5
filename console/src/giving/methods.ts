/** How gifts are given (spec, Contribution, method), and where records come from. */
import type { Contribution } from '../api-types.ts'

export type Method = Contribution['method']

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

export const SOURCES = ['manual', 'online', 'import', 'api']
