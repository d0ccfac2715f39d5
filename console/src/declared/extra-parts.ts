/** What some resources have beside their drawn pages, made by hand. */
import type { ComponentType, ReactNode } from 'react'
import type { AnyRecord } from '../house/house.ts'

/** What stands beside the state of a record. */
export type Marks = (record: AnyRecord) => ReactNode

/** Of one resource. */
export interface ExtraParts {
  /** Buttons of the list, before those that every list has. @param total how many match its filters */
  ListActions?: ComponentType<{ total: number }>
  AboveList?: ComponentType
  /** Filters that are more than a field, by their parameter. */
  filters?: Readonly<Record<string, ComponentType>>
  /** What is to be known of the sum of the list. */
  useSumNote?(): string | null
  /** Marks of all the records that are shown: what they need is asked for at once. */
  useMarks?(records: readonly AnyRecord[]): Marks
  /**
   * Said where what is added may be on record already, and is not added again unless somebody says so: the creation sends
   * `dedupe`.
   */
  OnRecord?: ComponentType<{ record: AnyRecord; onAdd(): void }>
  /** Buttons of a record's page, before Edit. */
  RecordActions?: ComponentType<{ record: AnyRecord }>
  /** Above what a record's page says of it. */
  AboveRecord?: ComponentType<{ record: AnyRecord }>
  BelowRecord?: ComponentType<{ record: AnyRecord }>
}

const NOTHING: Marks = () => null

/** For resources without marks. */
export const useNoMarks = (): Marks => NOTHING

/** For resources of whose sum nothing is to be said. */
export const useNoNote = (): null => null
