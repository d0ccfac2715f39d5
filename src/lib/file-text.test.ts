import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ENGLISH } from '../texts/language.ts'
import { fileText, NotText, tellingWords, textPieces } from './file-text.ts'

/** How a file is read, with all of its text. */
function readWhole(bytes: Uint8Array, encoding?: string) {
  const file = fileText(bytes, encoding)
  const { bytes: _, ...how } = file
  return { text: Array.from(textPieces(file), ({ text }) => text).join(''), ...how }
}

const TEXT = 'first_name\nJosé\nṢóyínká\n'

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

const refused = (bytes: Uint8Array, encoding?: string): string => {
  try {
    return `read as ${fileText(bytes, encoding).encoding}`
  } catch (error) {
    assert.ok(error instanceof NotText)
    return ENGLISH.say(error.message, { file: 'It', ...error.values })
  }
}

test('UTF-8 and UTF-16 are read, with and without a byte order mark', () => {
  const files: [bytes: Buffer, encoding: string][] = [
    [Buffer.from(TEXT), 'utf-8'],
    [Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
    [Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
    [utf16be(`\ufeff${TEXT}`), 'utf-16be'],
    [Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    [utf16be(TEXT), 'utf-16be'],
  ]
  for (const [bytes, encoding] of files) {
    assert.deepEqual(readWhole(bytes), { text: TEXT, encoding, assumed: false })
  }
  const texts = fc.string({ unit: 'grapheme' }).filter(text => /^[a-z]/i.test(text) && !/[\0\r]/.test(text))
  fc.assert(fc.property(texts, text => readWhole(Buffer.from(`\ufeff${text}`)).text === text))
  fc.assert(fc.property(texts, text => readWhole(Buffer.from(`\ufeff${text}`, 'utf16le')).text === text))
})

test('a long text is decoded a piece at a time, whole wherever it is cut, and each of its lines ends with a line feed', () => {
  const line = 'Ṣóyínká 👨‍👩‍👧,José\r\nAda\rObi\n\r\n'
  const lines = 'Ṣóyínká 👨‍👩‍👧,José\nAda\nObi\n\n'
  for (const before of ['', 'a', 'ab', 'abc', 'abcd', 'abcde']) {
    for (const encoding of ['utf-8', 'utf-16le'] as const) {
      const bytes = Buffer.from(`${before}${line.repeat(8_000)}\r`, encoding === 'utf-8' ? 'utf8' : 'utf16le')
      assert.ok([...textPieces(fileText(bytes, encoding))].length > 3)
      assert.ok(readWhole(bytes, encoding).text === `${before}${lines.repeat(8_000)}\n`, `${encoding}, ${before}`)
    }
  }
})

test('words that show whether an encoding was guessed right are found wherever they stand', () => {
  const bytes = Buffer.concat([
    Buffer.from('Ada,Obi\n'.repeat(20_000)),
    Buffer.from('Jos\xe9,M\xfcller\nSoul\xe9', 'latin1'),
  ])
  assert.deepEqual(tellingWords(fileText(bytes)), ['José', 'Müller', 'Soulé'])
})

test('what is not UTF-8 is read as Windows-1252, and is said to be', () => {
  const names = 'name,amount\nJosé O’Brien,€5\nGötz Šimić,“7”\nMary\u00a0Jones,\n'
  const bytes = Buffer.from(
    [...names].map(
      letter => ({ '’': 0x92, '€': 0x80, Š: 0x8a, '“': 0x93, '”': 0x94, ć: 0x63 })[letter] ?? letter.charCodeAt(0),
    ),
  )
  assert.deepEqual(readWhole(bytes), { text: names.replace('ć', 'c'), encoding: 'windows-1252', assumed: true })
  assert.equal(readWhole(bytes, 'cp1252').text, names.replace('ć', 'c'), 'also where somebody says it')
})

test('what cannot be Windows-1252 is not guessed at, and somebody may say what it is', () => {
  const mac = Buffer.from('name\nJos\x8e\nMu\x96oz\n', 'latin1')
  assert.match(refused(mac), /neither in UTF-8 nor in Windows-1252/)
  assert.equal(readWhole(mac, 'macintosh').text, 'name\nJosé\nMuñoz\n')
  assert.match(refused(Buffer.from('name\nM\xfcller\x81\n', 'latin1')), /neither in UTF-8/)
  // Paweł in the Windows-1250 of Poland, عمر in the Windows-1256 of Arabic, a capital inside a word.
  for (const word of ['Pawe\xb3', 'Micha\xb3ek', '\xda\xe3\xd1 \xc8\xd1\xdf\xc9 \xe3\xcd\xe3\xcf']) {
    assert.match(
      refused(Buffer.from(`name\n${word}\n`, 'latin1')),
      /neither in UTF-8 nor in Windows-1252.*say which encoding/,
      word,
    )
  }
  const broken = Buffer.concat([Buffer.from('name\nṢóyínká\nJos'), Buffer.from([0xe9]), Buffer.from('\n')])
  assert.match(refused(broken), /UTF-8 with broken characters, the first of them in line 3/)
  const mostly = Buffer.concat([Buffer.from('name\nJos\xe9\nM\xfcller\nG\xf6tz\n', 'latin1'), Buffer.from('Ṣadé\n')])
  assert.match(refused(mostly), /UTF-8 with broken characters, the first of them in line 2/)
  assert.match(refused(Buffer.from('name'), 'klingon'), /"klingon", which names no encoding/)
  assert.match(refused(Buffer.from([0x4a, 0xe9]), 'utf-8'), /is not in utf-8/)
})

test('a workbook, a PDF or a web page with the name of a CSV file is called by what it is', () => {
  const kinds: [beginning: string, sentence: RegExp][] = [
    ['PK\x03\x04\x14\0\x06\0', /\.xlsx.*save it as "CSV UTF-8/],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /\.xls\).*CSV UTF-8/],
    ['%PDF-1.7\n', /is a PDF/],
    ['\n<!DOCTYPE html><table>', /is a web page/],
    ['{\\rtf1', /RTF/],
    ['\x1f\x8b\x08', /gzip/],
  ]
  for (const [beginning, sentence] of kinds) assert.match(refused(Buffer.from(beginning, 'latin1')), sentence)
})

test('a run without separators is no word, however long it is and wherever it is cut', () => {
  const run = 'x'.repeat(3 * 2 ** 20)
  const bytes = Buffer.from(`Jos\xe9,${run}\xe9\n${'y'.repeat(80)}\xe9,M\xfcller`, 'latin1')
  assert.deepEqual(tellingWords(fileText(bytes)), ['José', 'Müller'])
  for (let shift = 0; shift < 8; shift += 1) {
    const cut = Buffer.from(`${','.repeat(2 ** 16 - shift)}Ren\xe9e,${'\xe9'.repeat(61)},Zo\xeb`, 'latin1')
    assert.deepEqual(tellingWords(fileText(cut)), ['Renée', 'Zoë'])
  }
})

test('the line of broken characters is counted whatever lines end with', () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const bytes = Buffer.concat([Buffer.from(`first_name${end}Ṣadé${end}Jos`), Buffer.from([0xe9]), Buffer.from(end)])
    assert.match(refused(bytes), /the first of them in line 3\./, JSON.stringify(end))
  }
})
