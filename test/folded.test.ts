/** The two ways to fold a text, the database's and ours, come to the same. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import pg from 'pg'
import { fold } from '../src/lib/fold.ts'
import { startService, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

const FOLDED = `select folded(text) as text from jsonb_array_elements_text($1::jsonb) with ordinality as given (text, place)
  order by place`

/** What a database makes of each. */
async function folded(texts: readonly string[], client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(FOLDED, [JSON.stringify(texts)])
  return rows.map(({ text }) => text)
}

/** Works on the database of the service, then on one of the locale C, where PostgreSQL itself knows no capitals but ASCII's. */
async function onBoth(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const name = `${service.owner.database}_c`
  await withClient(service.owner, async client => {
    await work(client)
    await client.query(`create database ${name} template template0 encoding 'UTF8' locale_provider libc locale 'C'`)
  })
  try {
    await withClient({ ...service.owner, database: name }, async client => {
      const schema = readFileSync('migrations/0024_search.sql', 'utf8')
      await client.query(
        /create function folded_letters[\s\S]*?end;\n[\s\S]*?end;/.exec(schema)?.[0] ?? assert.fail('no function'),
      )
      await work(client)
    })
  } finally {
    await withClient(service.owner, client => client.query(`drop database ${name}`))
  }
}

async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Latin and Cyrillic letters, by the first and the last, that are younger than the Unicode of some servers. */
const YOUNG = [
  [0xa7cb, 0xa7f1],
  [0x1ccd6, 0x1ccf9],
  [0x1e030, 0x1e06d],
] as const
const isYoung = (code: number): boolean => YOUNG.some(([first, last]) => code >= first && code <= last)

const KNOWN =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Ethiopic}\p{Script=Devanagari}\p{Script=Tamil}\p{Script=Thai}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Adlam}\p{Script=Vai}\p{Script=Nko}\p{Script=Common}\p{Script=Inherited}]/u

test('each character is folded by the database as it is here', async () => {
  const characters: string[] = []
  for (let code = 1; code <= 0x1ffff; code += 1) {
    const character = String.fromCodePoint(code)
    if ((code < 0xd800 || code > 0xdfff) && !isYoung(code) && KNOWN.test(character)) characters.push(character)
  }
  assert.ok(characters.length > 40_000)
  await onBoth(async client => {
    const theirs = await folded(characters, client)
    const wrong = characters.filter((character, at) => theirs[at] !== fold(character))
    assert.deepEqual(
      wrong.map(character => character.codePointAt(0)?.toString(16)),
      [],
    )
  })
})

test('so is each text', async () => {
  const letters = fc.constantFrom(..."aAZ ıİßøŁṣÓńÀ\u0301\u0323\u0308ﬁ각ガΣςЙأƎɖƑɲÆẞ´`′’'%_\\\n")
  const texts = fc.sample(fc.string({ unit: letters, maxLength: 20 }), 2_000)
  await onBoth(async client => assert.deepEqual(await folded(texts, client), texts.map(fold)))
})
