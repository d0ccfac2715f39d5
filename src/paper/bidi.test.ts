/** Lines of mixed directions, as they are seen from left to right; and Arabic letters, which are joined. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Direction, directedRuns, forShaping } from './bidi.ts'
import { type Pdf, pdf, placeOf, speak, widthOf, writeLine } from './pdf.ts'

const seen = (line: string, base: Direction): string[] =>
  directedRuns(line, base).map(({ text, direction }) => `${direction} ${text}`)

test('a line of one direction is one run', () => {
  assert.deepEqual(seen('Ada Obi (Lagos)', 'ltr'), ['ltr Ada Obi (Lagos)'])
  assert.deepEqual(seen('كنيسة النعمة', 'rtl'), ['rtl كنيسة النعمة'])
  assert.deepEqual(seen('', 'rtl'), ['ltr '])
})

test('numbers and Latin words within Arabic are read from the left, and stand where they are read', () => {
  assert.deepEqual(seen('من 2026 إلى 2027', 'rtl'), ['ltr 2027', 'rtl  إلى ', 'ltr 2026', 'rtl من '])
  assert.deepEqual(seen('اسم Ada Obi هنا', 'rtl'), ['rtl  هنا', 'ltr Ada Obi', 'rtl اسم '])
  assert.deepEqual(seen('Fund عام 5', 'ltr'), ['ltr Fund ', 'ltr 5', 'rtl عام '])
})

test('brackets open towards where the line goes, and marks of direction are not drawn', () => {
  assert.deepEqual(seen('مريم (أم)', 'rtl'), ['rtl مريم )أم('])
  assert.deepEqual(seen('23\u200f/11\u200f/2026', 'rtl').join('|'), 'ltr 2026|rtl /|ltr 11|rtl /|ltr 23')
})

test('what the shaping turns around is handed over so that it is read the right way', () => {
  assert.equal(forShaping({ text: 'سلام', direction: 'rtl' }), 'سلام')
  assert.equal(forShaping({ text: '٢٠٢٦', direction: 'ltr' }), '٦٢٠٢')
  assert.equal(forShaping({ text: ', /', direction: 'rtl' }), '/ ,')
  assert.equal(forShaping({ text: 'Ada', direction: 'ltr' }), 'Ada')
})

/** Draws on a document of its own. */
async function drawn<Found>(language: string, draw: (doc: Pdf) => Found): Promise<Found> {
  let found: Found | undefined
  const pieces = pdf({ title: 'Test', paper: 'A4', language }, function* (doc) {
    doc.addPage()
    found = draw(doc)
    yield
  })
  for await (const _ of pieces);
  return found as Found
}

test('Arabic letters are joined: a word is narrower than its letters apart', async () => {
  const [word, apart] = await drawn('ar', doc => [
    widthOf(doc, 'regular', 10, 'محبة'),
    [...'محبة'].reduce((sum, letter) => sum + widthOf(doc, 'regular', 10, letter), 0),
  ])
  assert.ok(word < apart * 0.9, `${word} of ${apart}`)
})

test('a document in Arabic begins its lines at the right, one in French at the left, page by page of the same file', async () => {
  const [right, left, page] = await drawn('ar', doc => {
    const inArabic = placeOf(doc, 50, 100)
    speak(doc, 'fr')
    return [inArabic, placeOf(doc, 50, 100), doc.page.width]
  })
  assert.deepEqual([right, left], [page - 150, 50])
})

test('every letter that Arabic is written with is in the fonts, joined or alone', async () => {
  const missing = await drawn('ar', doc => {
    writeLine(doc, 'regular', 10, 'س', 0, 0)
    return (['regular', 'bold'] as const).flatMap(face => {
      doc.font(face)
      const { font } = (doc as unknown as { _font: { font: Shaped } })._font
      const runs = ['ابتثجحخدذرزسشصضطظعغفقكلمنهوي', 'ءآأؤإئةى', 'لالألإلآ', 'ًٌٍَُِّْ', '،؛؟«»ـ', '٠١٢٣٤٥٦٧٨٩٪']
      return runs.filter(run => font.layout(run).glyphs.some(({ id }) => id === 0)).map(run => `${face} ${run}`)
    })
  })
  assert.deepEqual(missing, [])
})

interface Shaped {
  layout(text: string): { glyphs: { id: number }[] }
}
