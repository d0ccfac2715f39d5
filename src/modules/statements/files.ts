/** Statements as PDF, made from their figures when they are asked for: one, those of a year, and one that is not issued yet. */
import type { Db } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import { thaw } from '../../documents/frozen.ts'
import { ApiError, Problems } from '../../errors.ts'
import { today } from '../../lib/calendar.ts'
import { paperOf } from '../../paper/sheet.ts'
import { view } from '../../resource/action.ts'
import type { Caller, Church } from '../../resource/caller.ts'
import { limitOf } from '../../resource/limit.ts'
import { checkVisible } from '../../resource/list.ts'
import { type MadeFile, pdfFile } from '../../resource/made-file.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import type { Reading } from '../../resource/services.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { languageFor } from '../../texts/spoken.ts'
import { people } from '../people/people.ts'
import { type Figures, figuresOf } from './figures.ts'
import { gatherOne } from './gather.ts'
import { MAY_ISSUE, spanFields, spanOf } from './issue.ts'
import { languageOfGiver } from './send-link.ts'
import { type Addressed, type OnPaper, statementsPdf } from './statement-paper.ts'
import { statements } from './statements.ts'
import { headLetterhead } from './write-statements.ts'

interface Stored {
  id: number
  /** On record of its giver (BCP 47). */
  language: string | null
  number: string
  figures: string
  sha256: string
}

/** The figures of a statement. @throws NotAsIssued */
export const figuresIn = ({ number, figures, sha256 }: Pick<Stored, 'number' | 'figures' | 'sha256'>): Figures =>
  thaw<Figures>({ figures, sha256 }, `statement ${number}`)

/** A statement in the language of its giver, else the church's. @throws NotAsIssued */
const addressed = (church: Church, stored: Stored): Addressed => ({
  figures: figuresIn(stored),
  language: languageFor(church, stored.language),
})

/** Where somebody checks whether a statement of a church is genuine. */
export const verifyAddress = (baseUrl: string, slug: string): string => `${baseUrl}/verify/${slug}`

const onPaper = ({ baseUrl }: Reading, { church }: Caller): OnPaper => ({
  language: languageFor(church),
  paper: paperOf(church.country),
  verify: verifyAddress(baseUrl(), church.slug),
})

export const statementFile = view({
  name: 'statement_file',
  may: within(FINANCE),
  fields: { id: field.ref('statements').required() },
  async run(reading, caller, { id }): Promise<MadeFile> {
    await checkVisible(reading.read, statements, caller, id)
    const stored = await reading.read.first<Stored>(sql`select id, number, figures, sha256,
        ${languageOfGiver(caller.church.id)} as language from statements as t
      where church_id = ${caller.church.id} and id = ${id}`)
    if (stored === undefined) throw new ApiError('not_found')
    return pdfFile(
      stored.number,
      statementsPdf(stored.number, [addressed(caller.church, stored)], onPaper(reading, caller)),
    )
  },
})

/** Read at a time for a file of many. */
const AT_ONCE = 50

/** Those of a year that are valid, in the order of their numbers. */
async function* figuresOfYear(read: Db, caller: Caller, year: number): AsyncGenerator<Addressed> {
  const church = caller.church.id
  const seen = every([sql`church_id = ${church}`, limitOf('branch_id', caller) ?? sql`true`])
  for (let after = 0; ; ) {
    const rows = await read.all<Stored>(sql`select id, number, figures, sha256, ${languageOfGiver(church)} as language
      from statements as t where ${seen}
      and year = ${year} and status = 'issued' and kind = 'statement' and id > ${after} order by id limit ${AT_ONCE}`)
    for (const row of rows) yield addressed(caller.church, row)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export const statementsFile = view({
  name: 'statements_file',
  may: within(FINANCE),
  fields: { year: field.integer(1901, 2200).required() },
  async run(reading, caller, { year }): Promise<MadeFile> {
    const title = `statements-${year}`
    const all = figuresOfYear(reading.read, caller, year)
    const first = await all.next()
    if (first.done) {
      const problems = new Problems()
      problems.add('year', because('has no statements'))
      problems.throwIfAny()
    }
    async function* from(): AsyncGenerator<Addressed> {
      if (!first.done) yield first.value
      yield* all
    }
    return pdfFile(title, statementsPdf(title, from(), onPaper(reading, caller)))
  },
})

/** What would be issued for somebody now. Nothing is stored, and it has no number. */
export const statementPreview = view({
  name: 'statement_preview',
  may: MAY_ISSUE,
  fields: { person_id: field.ref('people').required(), ...spanFields },
  async run(reading, caller, { person_id, ...asked }): Promise<MadeFile> {
    const { read, clock } = reading
    const { church } = caller
    await checkVisible(read, people, caller, person_id)
    const { from, to } = spanOf(asked)
    const holder = { person: sql`${person_id}::bigint`, family: sql`null::bigint` }
    const found = await gatherOne(read, church.id, { from, to }, holder, sql`c.person_id = ${person_id}`)
    if (found === undefined) {
      const problems = new Problems()
      problems.add('person_id', because('gave nothing in these days'))
      problems.throwIfAny()
      throw new ApiError('not_found')
    }
    const head = { kind: 'statement', number: '', version: 1, supersedes: [], note: null } as const
    const about = { issued_on: today(clock.now(), church.timezone), church: await headLetterhead(read, church) }
    const said = { ...head, supersedes: [], ...about, from, to, currency: church.currency }
    const figures = figuresOf(said, found)
    const giver = await read.first<{ language: string | null }>(
      sql`select language from people where church_id = ${church.id} and id = ${person_id}`,
    )
    const one = { figures, language: languageFor(church, giver?.language) }
    return pdfFile('preview', statementsPdf('preview', [one], onPaper(reading, caller)))
  },
})
