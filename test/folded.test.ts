/** The two ways to fold a text, the database's and ours, come to the same. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../src/db/sql.ts'
import { fold } from '../src/lib/fold.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** What the database makes of each. */
async function folded(texts: readonly string[]): Promise<string[]> {
  const rows = await service.database.read.all<{ text: string }>(
    sql`select folded(text) as text from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality as given (text, place)
      order by place`,
  )
  return rows.map(({ text }) => text)
}

/** Latin letters that are younger than the Unicode of some servers. */
const isYoung = (code: number): boolean => code >= 0xa7cb && code <= 0xa7f1

const KNOWN =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Ethiopic}\p{Script=Devanagari}\p{Script=Tamil}\p{Script=Thai}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Adlam}\p{Script=Vai}\p{Script=Nko}\p{Script=Common}\p{Script=Inherited}]/u

test('each character is folded by the database as it is here', async () => {
  const characters: string[] = []
  for (let code = 1; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if ((code < 0xd800 || code > 0xdfff) && !isYoung(code) && KNOWN.test(character)) characters.push(character)
  }
  assert.ok(characters.length > 40_000)
  const theirs = await folded(characters)
  const wrong = characters.filter((character, at) => theirs[at] !== fold(character))
  assert.deepEqual(
    wrong.map(character => character.codePointAt(0)?.toString(16)),
    [],
  )
})

test('so is each text', async () => {
  const letters = fc.constantFrom(...'aAZ ıİßøŁṣÓńÀ\u0301\u0323\u0308ﬁ각ガΣςЙأ’%_\\\n')
  const texts = fc.sample(fc.string({ unit: letters, maxLength: 20 }), 2_000)
  assert.deepEqual(await folded(texts), texts.map(fold))
})
