/** Studio sections of a sermon: written, published to the sermon page, taken off it (spec, Events; decisions, Media). */
import type { TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError, Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import type { Input } from '../../resource/field.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { sectionPublished, sectionUnpublished } from './events.ts'
import { SECTION_KINDS, sectionFields, sectionPrinter } from './fields.ts'
import { sermons } from './sermons.ts'

const { column, columns, print } = sectionPrinter

/** Which section of which sermon. */
const key = { id: field.ref().required(), kind: field.oneOf(SECTION_KINDS).required() }
type SectionKey = Input<typeof key>

/** A section as it is answered and told. */
export interface ShownSection {
  sermon: { id: number; slug: string; title: string; status: string }
  section: { kind: string; title: string | null; body: string; published_at: string | null }
}

/** What the actions on sections have in common. */
const ofSermon = {
  may: churchWide(STAFF),
  on: sermons,
  detail: ({ kind }: { kind: string }) => ({ kind }),
}

/**
 * Writes a section, new or again; a missing title stays as it is. One that is published is seen with its new words at
 * once, and no event tells of it.
 */
export const setSection = action({
  ...ofSermon,
  name: 'sermons.set_section',
  logged: 'Wrote a studio section',
  done: 'Section saved.',
  fields: {
    ...key,
    title: sectionFields.title,
    body: sectionFields.body,
    version: field
      .text(40)
      .nullable()
      .settable()
      .doc(
        'What the writer saw: null where there was nothing. What somebody else wrote since then is not written over',
      ),
  },
  async run(tx, { caller: { church } }, { id, kind, body, version, ...input }, _prepared, sermon) {
    const before = await readSection(tx, church, { id, kind })
    const { title = before === undefined ? null : column(before, 'title') } = input
    if (before !== undefined && column(before, 'title') === title && column(before, 'body') === body) {
      return shown(sermon, kind, before)
    }
    if (version !== undefined && version !== (await versionOf(tx, church, { id, kind }))) {
      const problems = new Problems()
      problems.add('version', because('somebody else has written this section meanwhile; nothing was saved'))
      problems.throwIfAny()
    }
    const [row = []] = await tx.text(sql`insert into sermon_sections as t (church_id, sermon_id, kind, title, body,
        created_at, updated_at)
      values (${church.id}, ${id}, ${kind}, ${title}, ${body}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
      on conflict (church_id, sermon_id, kind) do update set title = excluded.title, body = excluded.body,
        updated_at = excluded.updated_at
      returning ${columns}`)
    if (column(row, 'published_at') !== null) await touch(tx, church, id)
    return shown(sermon, kind, row)
  },
})

/** Publishes a section to the sermon page. Publishing what is published changes nothing. */
export const publishSection = action({
  ...ofSermon,
  name: 'sermons.publish_section',
  logged: 'Published a studio section',
  done: 'Section published.',
  fields: key,
  async run(tx, { caller: { church } }, { id, kind }, _prepared, sermon) {
    const before = await findSection(tx, church, { id, kind })
    if (column(before, 'published_at') !== null) return shown(sermon, kind, before)
    const made = shown(sermon, kind, await setPublished(tx, church, { id, kind }, tx.now))
    await record(tx, church, sectionPublished, JSON.stringify(made))
    return made
  },
})

/** Takes a section off the sermon page; its words stay. One that is not published stays as it is. */
export const unpublishSection = action({
  ...ofSermon,
  name: 'sermons.unpublish_section',
  logged: 'Unpublished a studio section',
  done: 'The section is a draft again.',
  fields: key,
  async run(tx, { caller: { church } }, { id, kind }, _prepared, sermon) {
    const before = await findSection(tx, church, { id, kind })
    if (column(before, 'published_at') === null) return shown(sermon, kind, before)
    const made = shown(sermon, kind, await setPublished(tx, church, { id, kind }, null))
    // Without its words: they are on the page no more.
    const told = { sermon: made.sermon, section: { kind, title: made.section.title } }
    await record(tx, church, sectionUnpublished, JSON.stringify(told))
    return made
  },
})

async function readSection(tx: Tx, church: Church, { id, kind }: SectionKey): Promise<TextRow | undefined> {
  const [row] = await tx.text(sql`select ${columns} from sermon_sections as t
    where church_id = ${church.id} and sermon_id = ${id} and kind = ${kind}`)
  return row
}

/** @throws ApiError `not_found` for a section that was never set */
async function findSection(tx: Tx, church: Church, key: SectionKey): Promise<TextRow> {
  const found = await readSection(tx, church, key)
  if (found !== undefined) return found
  throw new ApiError('not_found', {
    message: because('Sermon {id} has no section {kind}. Set it first.', { id: key.id, kind: key.kind }),
  })
}

/** @param moment since when the page shows it; null where it does not */
async function setPublished(tx: Tx, church: Church, { id, kind }: SectionKey, moment: string | null): Promise<TextRow> {
  const [row = []] = await tx.text(sql`update sermon_sections as t
    set published_at = ${moment}::timestamptz, updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and sermon_id = ${id} and kind = ${kind} returning ${columns}`)
  await touch(tx, church, id)
  return row
}

/** To the microsecond: two may write within a second. */
async function versionOf(tx: Tx, church: Church, { id, kind }: SectionKey): Promise<string | null> {
  const found = await tx.first<{ version: string }>(sql`select updated_at::text as version from sermon_sections
    where church_id = ${church.id} and sermon_id = ${id} and kind = ${kind}`)
  return found?.version ?? null
}

/** What the page shows changed: readers of changes have to see it. */
async function touch(tx: Tx, church: Church, sermon: number): Promise<void> {
  await tx.run(sql`update sermons set updated_at = ${tx.now}::timestamptz
    where church_id = ${church.id} and id = ${sermon}`)
}

const shown = (sermon: TextRow, kind: string, section: TextRow): ShownSection => ({
  sermon: {
    id: Number(sermons.alone.column(sermon, 'id')),
    slug: sermons.alone.column(sermon, 'slug') ?? '',
    title: sermons.alone.column(sermon, 'title') ?? '',
    status: sermons.alone.column(sermon, 'status') ?? '',
  },
  section: { kind, ...(JSON.parse(print(section)) as Omit<ShownSection['section'], 'kind'>) },
})
