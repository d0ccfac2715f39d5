/** Which actions pages offer on a record. */
import type { AnyRecord, ShownAction } from '../house/house.ts'

/** Whether the record is in a state that allows it, and anything is left of what it takes. */
export const isOffered = (
  { when, while: amounts }: Pick<ShownAction, 'when' | 'while'>,
  record: AnyRecord,
): boolean => {
  const [more, than] = (amounts ?? []).map(name => Number(record[name]))
  const isLeft = more === undefined || than === undefined || more > than
  return isLeft && Object.entries(when).every(([name, allowed]) => allowed?.includes(String(record[name])) !== false)
}
