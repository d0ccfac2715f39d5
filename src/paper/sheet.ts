/** Sizes of paper, in points of 1/72 inch, and what a millimetre and an inch are in them. */

export const INCH = 72
export const MM = INCH / 25.4

/** The papers that files are made for: what the office printer holds. */
export const PAPERS = ['A4', 'Letter'] as const
export type Paper = (typeof PAPERS)[number]

/** Width and height. */
export const SIZES: Readonly<Record<Paper, readonly [width: number, height: number]>> = {
  A4: [210 * MM, 297 * MM],
  Letter: [8.5 * INCH, 11 * INCH],
}

/** Countries whose offices print on Letter; everywhere else it is A4 (CLDR, paperSize). */
const LETTER = ['US', 'CA', 'MX', 'BZ', 'CL', 'CO', 'CR', 'GT', 'NI', 'PA', 'PH', 'PR', 'SV', 'VE']

/** What is usual in a country. @param country ISO 3166-1 */
export const paperOf = (country: string): Paper => (LETTER.includes(country) ? 'Letter' : 'A4')
