/** What a statement that writes returns: the rows as a printer expects them. */
import { type Sql, sql } from '../db/sql.ts'
import type { Fields } from './field.ts'
import type { Printer } from './print.ts'

/**
 * The statement with what it returns. Columns that look something up are read from the rows that it wrote: Citus takes no look-ups
 * where rows are returned.
 * @param written an insert or update whose table is `t`
 */
export const returning = <F extends Fields>(written: Sql, printer: Printer<F>, church: number): Sql =>
  printer.looksUp
    ? sql`with t as (${written} returning *) select ${printer.columnsIn(church)} from t`
    : sql`${written} returning ${printer.columns}`
