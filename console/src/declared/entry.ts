/** What is typed into a form or a dialog, as the inputs of its fields know it. */
import type { DialogFields } from '../forms/action-dialog.tsx'
import type { Typed } from './typed.ts'

/** What is typed into a form or a dialog, with what is wrong of it. */
export interface Entry extends DialogFields<Typed> {
  /** Of amounts. */
  currency: string
  /** Whether a record is changed: what it must have cannot be left empty any more. */
  isKept: boolean
}
