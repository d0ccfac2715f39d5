/** What people read in the place of the API's names, where a declaration does not say it. */
import { withoutMeaning } from '../texts/language.ts'

/**
 * `is_urgent` is "Urgent", `person_id` "Person", `created_at` "Created", `updated_since` "Updated since": as it is looked up in
 * a language. What a declaration says may begin with its meaning: `when|Closed` (docs/decisions/0015-texts.md).
 */
export function labelText(name: string, label?: string): string {
  if (label !== undefined) return label
  const words = name
    .replace(/^is_|_(id|at|on)$/g, '')
    .replaceAll('_', ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same in English, as it is shown. */
export const labelOf = (name: string, label?: string): string => withoutMeaning(labelText(name, label))
