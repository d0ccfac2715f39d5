/** Several ids in one parameter of a view: those of the page of a list that is shown. */
import { Problems } from '../errors.ts'
import * as field from './types.ts'

/** As many as a page of a list holds. */
const ID_LIST = /^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,99}$/

/** Ids joined by commas. */
export const idListField = field.text(1_800).required().doc('Up to 100 ids, joined by commas')

/** @returns the ids @throws ApiError `validation_failed` where they cannot be read, or are too many */
export function readIds(ids: string): string[] {
  const problems = new Problems()
  if (!ID_LIST.test(ids)) problems.add('ids', 'must be up to 100 ids, joined by commas')
  problems.throwIfAny()
  return ids.split(',')
}
