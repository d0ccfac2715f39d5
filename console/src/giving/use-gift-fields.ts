/** The fields of a gift, as they are called. */
import { type ShownField, useHouse } from '../house/house.ts'

const NONE: readonly ShownField[] = []

/** None until they are known. */
export const useGiftFields = (): readonly ShownField[] =>
  useHouse()?.find(({ name }) => name === 'contributions')?.fields ?? NONE
