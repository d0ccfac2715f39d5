/** What people read in the place of the API's names, where a declaration does not say it. */

/** `is_urgent` is "Urgent", `person_id` "Person", `created_at` "Created", `updated_since` "Updated since". */
export function labelOf(name: string, label?: string): string {
  if (label !== undefined) return label
  const words = name
    .replace(/^is_|_(id|at|on)$/g, '')
    .replaceAll('_', ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
