/**
 * Names a church by its value. A statement is sent to the node of its church only where each of its parts says which church that is:
 * a look-up that takes it from the record that it belongs to is looked for on every node.
 */
import { Sql } from '../db/sql.ts'

/** How expressions over the alias `t` name the church of the record. */
const OUTER = 't.church_id'
/** In the place of its value. */
const CHURCH = Symbol('church')

/** An expression over `t` with a place for the church wherever it names it; itself where it does not. */
export function withPlace(part: Sql): Sql {
  if (!part.strings.some(text => text.includes(OUTER))) return part
  const texts = part.strings.map(text => text.split(OUTER))
  return new Sql(
    texts.flat(),
    texts.flatMap((pieces, at) => [...pieces.slice(1).map(() => CHURCH), ...part.values.slice(at, at + 1)]),
  )
}

/** The same with the value of the church. */
export const atPlace = ({ strings, values }: Sql, church: unknown): Sql =>
  new Sql(
    strings,
    values.map(one => (one === CHURCH ? church : one)),
  )

/** An expression over `t` with the church by its value. */
export const inChurch = (part: Sql, church: unknown): Sql => atPlace(withPlace(part), church)
