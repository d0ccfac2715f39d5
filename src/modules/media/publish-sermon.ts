/** Publishes a sermon, takes it back, deletes it (spec, Events; decisions, Media). */
import { sql } from '../../db/sql.ts'
import { record } from '../../events/record.ts'
import { action } from '../../resource/action.ts'
import { changes } from '../../resource/change.ts'
import { Json } from '../../resource/json.ts'
import type { RecordOf } from '../../resource/resource.ts'
import { churchWide, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { setRow } from '../../resource/update.ts'
import { sermonDeleted, sermonPublished } from './events.ts'
import type { sermonFields } from './fields.ts'
import { noSuchSermon, sermons } from './sermons.ts'

/** Publishing what is published changes nothing. */
export const publishSermon = changes(sermons, 'publish', {
  label: 'Publish',
  logged: 'Published a sermon',
  done: 'Sermon published.',
  may: churchWide(STAFF),
  offered: { status: ['draft'] },
  set: ({ published_at }, _input, now) => ({ status: 'published', published_at: published_at ?? now }),
  also: (tx, { caller }, printed) => record(tx, caller.church, sermonPublished, printed),
})

/** Makes a published sermon a draft again; no event tells of it. */
export const unpublishSermon = changes(sermons, 'unpublish', {
  label: 'Unpublish',
  logged: 'Unpublished a sermon',
  done: 'The sermon is a draft again.',
  may: churchWide(STAFF),
  offered: { status: ['published'] },
  set: () => ({ status: 'draft', published_at: null }),
})

/**
 * Deletes a sermon: the record stays and is shown no more. Records `media.sermon_deleted`, with the sermon as it was
 * last. Deleting it again changes nothing.
 */
export const deleteSermon = action({
  name: 'sermons.delete',
  label: 'Delete',
  logged: 'Deleted a sermon',
  asks: 'Delete this sermon?',
  confirm: 'It will be deleted with its sections. This cannot be undone.',
  submit: 'Delete sermon',
  done: 'Sermon deleted.',
  may: churchWide(STAFF),
  removes: sermons,
  fields: { id: field.ref().required() },
  async run(tx, { caller: { church } }, { id }) {
    const { name, alone: printer } = sermons
    const found = await tx.first<{ deleted: boolean }>(sql`select deleted_at is not null as deleted from sermons
      where church_id = ${church.id} and id = ${id} for no key update`)
    if (found === undefined) throw noSuchSermon(id)
    if (found.deleted) {
      const [row = []] = await tx.text(
        sql`select ${printer.columnsIn(church.id)} from sermons as t where church_id = ${church.id} and id = ${id}`,
      )
      return new Json<RecordOf<typeof sermonFields>>(printer.print(row))
    }
    const row = await setRow(tx, { name, printer }, church.id, id, sql`deleted_at = ${tx.now}::timestamptz`)
    const data = printer.print(row)
    await record(tx, church, sermonDeleted, data)
    return new Json<RecordOf<typeof sermonFields>>(data)
  },
})
