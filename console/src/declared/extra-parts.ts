/** What some resources have beside their drawn pages, made by hand. */
import type { ComponentType, ReactNode } from 'react'
import type { AnyRecord } from '../house/house.ts'

/** What stands beside the state of a record. */
export type Marks = (record: AnyRecord) => ReactNode

/** Of one resource. */
export interface ExtraParts {
  AboveList?: ComponentType
  /** The order of the list, where the address names none. */
  sort?: string
  /** Marks of all the records that are shown: what they need is asked for at once. */
  useMarks?(records: readonly AnyRecord[]): Marks
  /** Above what a record's page says of it. */
  AboveRecord?: ComponentType<{ record: AnyRecord }>
  BelowRecord?: ComponentType<{ record: AnyRecord }>
}

const NOTHING: Marks = () => null

/** For resources without marks. */
export const useNoMarks = (): Marks => NOTHING
