/** Studio sections of a sermon: written, published to the sermon page, taken off it (spec, Events; decisions, Media). */
import type { Database, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { checkBody } from '../../resource/body.ts'
import type { Church } from '../../resource/caller.ts'
import { SECTION_KINDS, sectionFields, sectionPrinter, sermonPrinter } from './fields.ts'
import { lockSermon } from './lock-sermon.ts'

const { column, columns, print } = sectionPrinter

/** Which section of which sermon. */
export interface SectionPlace {
  sermon: number
  /** notes, questions or devotional. */
  kind: string
}

/** What a section says; a missing title stays as it is, an empty one is taken away. */
export interface SectionValues {
  title?: string | undefined
  body?: string | undefined
  /**
   * What the writer saw, as `readStudio` names it: null where there was nothing. What somebody else wrote since then is
   * not written over. Absent: written in any case.
   */
  version?: string | null | undefined
}

/**
 * Writes a section, new or again. One that is published is seen with its new words at once, and no event tells of it.
 * @returns JSON text of `{sermon: {id, slug, title, status}, section: {kind, title, body, published_at}}`
 * @throws ApiError `not_found` for the sermon, or `validation_failed` naming everything that is wrong
 */
export async function setSection(
  database: Database,
  church: Church,
  { sermon, kind }: SectionPlace,
  { version, ...values }: SectionValues,
): Promise<string> {
  const { input, problems } = checkBody(sectionFields, { json: values }, true, church)
  checkKind(kind, problems)
  problems.throwIfAny()
  return await database.write(church.id, async tx => {
    const owner = await lockSermon(tx, church, sermon)
    const before = await readSection(tx, church, sermon, kind)
    const { body = '', title = before === undefined ? null : column(before, 'title') } = input
    if (before !== undefined && column(before, 'title') === title && column(before, 'body') === body) {
      return describe(owner, kind, before)
    }
    if (version !== undefined && version !== (await versionOf(tx, church, sermon, kind))) {
      problems.add('version', 'somebody else has written this section meanwhile; nothing was saved')
      problems.throwIfAny()
    }
    const [row = []] = await tx.text(sql`insert into sermon_sections as t (church_id, sermon_id, kind, title, body,
        created_at, updated_at)
      values (${church.id}, ${sermon}, ${kind}, ${title}, ${body}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      on conflict (church_id, sermon_id, kind) do update set title = excluded.title, body = excluded.body,
        updated_at = excluded.updated_at
      returning ${columns}`)
    if (column(row, 'published_at') !== null) await touch(tx, church, sermon)
    return describe(owner, kind, row)
  })
}

/**
 * Publishes a section to the sermon page and records `media.studio_published`. Publishing what is published changes
 * nothing.
 * @returns as `setSection`
 * @throws ApiError `not_found` for the sermon or the section, or `validation_failed` for a kind there is not
 */
export async function publishSection(database: Database, church: Church, place: SectionPlace): Promise<string> {
  return await show(database, church, place, true)
}

/**
 * Takes a section off the sermon page and records `media.studio_unpublished`; its words stay. One that is not
 * published stays as it is.
 * @returns as `setSection`
 * @throws as `publishSection`
 */
export async function unpublishSection(database: Database, church: Church, place: SectionPlace): Promise<string> {
  return await show(database, church, place, false)
}

async function show(
  database: Database,
  church: Church,
  { sermon, kind }: SectionPlace,
  shown: boolean,
): Promise<string> {
  const problems = new Problems()
  checkKind(kind, problems)
  problems.throwIfAny()
  return await database.write(church.id, async tx => {
    const owner = await lockSermon(tx, church, sermon)
    const before = await readSection(tx, church, sermon, kind)
    if (before === undefined) {
      throw new ApiError('not_found', { message: `Sermon ${sermon} has no section ${kind}. Set it first.` })
    }
    if ((column(before, 'published_at') !== null) === shown) return describe(owner, kind, before)
    const [row = []] = await tx.text(sql`update sermon_sections as t
      set published_at = case when ${shown}::boolean then ${tx.now}::timestamptz end, updated_at = ${tx.now}::timestamptz
      where church_id = ${church.id} and sermon_id = ${sermon} and kind = ${kind} returning ${columns}`)
    await touch(tx, church, sermon)
    const data = describe(owner, kind, row)
    if (shown) await record(tx, church, 'media.studio_published', data)
    else await record(tx, church, 'media.studio_unpublished', takenOff(owner, kind, row))
    return data
  })
}

function checkKind(kind: string, problems: Problems): void {
  if (!SECTION_KINDS.some(one => one === kind)) problems.add('kind', `must be one of ${SECTION_KINDS.join(', ')}`)
}

async function readSection(tx: Tx, church: Church, sermon: number, kind: string): Promise<TextRow | undefined> {
  const [row] = await tx.text(sql`select ${columns} from sermon_sections as t
    where church_id = ${church.id} and sermon_id = ${sermon} and kind = ${kind}`)
  return row
}

/** To the microsecond: two may write within a second. */
async function versionOf(tx: Tx, church: Church, sermon: number, kind: string): Promise<string | null> {
  const found = await tx.first<{ version: string }>(sql`select updated_at::text as version from sermon_sections
    where church_id = ${church.id} and sermon_id = ${sermon} and kind = ${kind}`)
  return found?.version ?? null
}

/** What the page shows changed: readers of changes have to see it. */
async function touch(tx: Tx, church: Church, sermon: number): Promise<void> {
  await tx.run(sql`update sermons set updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${sermon}`)
}

const ofSermon = (sermon: TextRow) => ({
  id: Number(sermonPrinter.column(sermon, 'id')),
  slug: sermonPrinter.column(sermon, 'slug'),
  title: sermonPrinter.column(sermon, 'title'),
  status: sermonPrinter.column(sermon, 'status'),
})

const describe = (sermon: TextRow, kind: string, section: TextRow): string =>
  JSON.stringify({ sermon: ofSermon(sermon), section: { kind, ...(JSON.parse(print(section)) as object) } })

/** Without its words: they are on the page no more. */
const takenOff = (sermon: TextRow, kind: string, section: TextRow): string =>
  JSON.stringify({ sermon: ofSermon(sermon), section: { kind, title: column(section, 'title') } })
