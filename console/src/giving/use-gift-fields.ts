/** The fields of a gift, as they are called. */
import { fieldsAskedOf } from '../forms/refused-fields.ts'
import { type ShownField, useHouse } from '../house/house.ts'

/** Those of its forms, too, such as the envelope. None until they are known. */
export const useGiftFields = (): readonly ShownField[] => fieldsAskedOf(useHouse() ?? [], 'contributions')
