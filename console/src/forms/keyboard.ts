/** Which keyboard a phone shows for a field, by what is typed into it; and what a browser may fill in. */
import type { ShownField } from '../house/house.ts'

/** Attributes of an input. */
interface Keyboard {
  type?: 'email' | 'tel' | 'url' | 'date' | 'time'
  inputMode?: 'decimal' | 'numeric' | 'email' | 'tel' | 'url'
  autoCapitalize?: 'none'
  spellCheck?: false
}

const KEYBOARDS: Partial<Record<ShownField['kind'], Keyboard>> = {
  amount: { inputMode: 'decimal' },
  number: { inputMode: 'numeric' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  phone: { type: 'tel', inputMode: 'tel' },
  url: { type: 'url', inputMode: 'url', autoCapitalize: 'none', spellCheck: false },
  date: { type: 'date' },
  time: { type: 'time' },
}

/**
 * The attributes of an input of this kind. Records are of other people: the browser fills in nothing, which would be what is known
 * of whoever types.
 */
export const keyboardOf = (kind: ShownField['kind']): Keyboard & { autoComplete: 'off' } => ({
  ...KEYBOARDS[kind],
  autoComplete: 'off',
})
