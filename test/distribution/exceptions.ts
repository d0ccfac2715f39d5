/** Statements that break a rule and may: the file that sends them, the rule, and why. */
import type { Rule } from './rules.ts'

export interface Exception {
  file: string
  rule: Rule
  because: string
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/modules/promotions/draft.ts',
    rule: 'setting of one node',
    because: 'it tells Citus right before to hand settings of the transaction to the workers',
  },
  {
    file: 'src/modules/messaging/provider-accounts.ts',
    rule: 'what is returned',
    because: 'the settings that it returns as text are JSON, which is the same text for everybody',
  },
]
