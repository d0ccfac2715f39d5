/** What a list shows of each record. */
import type { ReactNode } from 'react'

/** One column of a table; on a phone, one line of a card. */
export interface Column<Row> {
  header: string
  cell(row: Row): ReactNode
  /** Badges beside it; no part of the row's link. */
  beside?(row: Row): ReactNode
  /** A second line below it. */
  below?(row: Row): ReactNode
  align?: 'end'
  /** Values of `sort` for this order and the reverse of it. */
  sort?: { up: string; down?: string }
  /** Where it stands on a phone: left below the title, right, or nowhere. The first column is the title. */
  phone?: 'below' | 'aside'
  /** Said before the value on a phone: numbers and days do not tell what they are. */
  named?: boolean
  /** Stays on one line. */
  nowrap?: boolean
  /** Nothing for paper: a menu, a link. */
  onScreen?: true
  /** Shown on wide screens only. */
  wide?: boolean
}
