/** Text as it is searched and compared: small letters without diacritics and apostrophes (decisions, Requests, `q`). */

/** Diacritics of Latin, Greek and Cyrillic, points of Hebrew and Arabic, and its stretching line. Vowel signs of other scripts tell words apart. */
const MARKS =
  /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g

/** What people write for an apostrophe, or leave out: N'Diaye, N’Diaye, Ndiaye. Some decompose into a space and a mark. */
const APOSTROPHES = /['`´′ʹʾʿʼ’‘ʻ]/g

/** Those of them that a text without any other letters may have: most names need nothing else. */
const ASCII_APOSTROPHES = /['`]/g
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)

/** Letters that Unicode does not decompose; the hooked ones are Hausa's, ɛ ɔ ŋ ə and those behind them are found from Ghana to Cameroon. */
const LETTERS = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ı: 'i' }).concat(
    Object.entries({ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ŋ: 'n', ɛ: 'e', ɔ: 'o', ə: 'e', ς: 'σ' }),
    Object.entries({ ɖ: 'd', ƒ: 'f', ɣ: 'g', ʋ: 'v', ɩ: 'i', ʊ: 'u', ɲ: 'n', ǝ: 'e', ɨ: 'i', ʉ: 'u', ɑ: 'a' }),
  ),
)

/**
 * Folds a text: `Ṣóyínká` becomes `soyinka`, `Straße` `strasse`. The database's function of that name, `folded`, does the
 * same; what one folds may be compared with what the other did.
 */
export function fold(text: string): string {
  if (isAscii(text)) return text.replace(ASCII_APOSTROPHES, '').toLowerCase()
  const bare = text.replace(APOSTROPHES, '').normalize('NFKD').replace(MARKS, '').replace(APOSTROPHES, '').toLowerCase()
  return bare.replace(/[^\0-\x7f]/gu, letter => LETTERS.get(letter) ?? letter).normalize('NFC')
}
