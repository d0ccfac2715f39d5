/**
 * Keeps spreadsheets from taking a text for a formula (OWASP, CSV injection): an apostrophe goes before it, and is taken off
 * when the file comes back. Both ways together change no text.
 */

/** How formulas begin, and texts that look like a guarded one. */
const FORMULA = /^'*[=+\-@\t\r]/

/** The text of a cell, as a spreadsheet shows it and does not run it. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

/** The text that was guarded. */
export const unguarded = (text: string): string => (text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text)
