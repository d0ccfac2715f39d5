/** What becomes of the rows of an import of people. */
import type { LeftOut, Refusal, RowChange } from '../../resource/import-report.ts'
import type { NewPerson } from './insert-people.ts'

/** What becomes of rows. */
export interface Judged {
  accepted: NewPerson[]
  refusals: Refusal[]
  left: LeftOut[]
  changes: RowChange[]
}

/** Accepted rows meet others who came since: they are to be judged anew. */
export class Overtaken extends Error {}
