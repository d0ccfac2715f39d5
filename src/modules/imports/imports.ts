/** Imports and their list (decisions, Imports). Read by everybody; made by `resource/import-run.ts`, taken back by `undo-import.ts`. */
import { sql } from '../../db/sql.ts'
import { branch, changedSince, date, described, oneOf, word } from '../../resource/filter.ts'
import { resource } from '../../resource/resource.ts'
import { ADMINISTRATORS } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'

const BY_KINDS = ['user', 'key', 'command_line'] as const

/** completed → undoing → undone. */
const STATUSES = ['completed', 'undoing', 'undone'] as const

const fields = {
  id: field.id(),
  kind: field.line().example('people').doc('What was imported: the name of a resource'),
  file_name: field.line().label('File').example('people.csv'),
  status: field
    .oneOf(STATUSES)
    .doc('completed; undoing: it is being taken back, which takes a while; undone: reversed and kept say how far'),
  branch_id: field
    .ref('branches')
    .nullable()
    .doc('The branch that whoever imported is limited to; null for the whole church'),
  by_kind: field.oneOf(BY_KINDS).label('Imported from').doc('Who imported: user, key or command_line'),
  by_name: field.line().nullable().label('Imported by').example('Grace Obi').doc('Their name, where it is known'),
  rows: field.integer(0).doc('Rows of the file'),
  created: field.integer(0).label('Added').doc('Records that it made'),
  updated: field.integer(0).label('Changed').doc('Records that it changed'),
  skipped: field.integer(0).label('Left out').doc('Rows left out because whom they name is, or may be, on record'),
  refused: field.integer(0).label('how many|Refused').doc('Rows left out because something in them is wrong'),
  completed_at: field.timestamp().label('Imported'),
  undone_at: field.timestamp().nullable().label('Taken back').doc('When the last record was taken back'),
  undone_by_kind: field.oneOf(BY_KINDS).nullable().label('Taken back from'),
  undone_by_name: field.line().nullable().label('Taken back by').example('Grace Obi'),
  reversed: field.integer(0).label('Went back').doc('Records that were taken back'),
  kept: field.integer(0).label('Stayed').doc('Records that were left: they were changed or used after the import'),
  created_at: field.timestamp(),
  updated_at: field.timestamp().label('Changed'),
}

export const imports = resource({
  name: 'imports',
  explained: {
    says: 'Files that were brought in, and what came of them. An import can be taken back as long as nobody built on it.',
    chapter: 'bringing-in-a-file',
  },
  singular: 'Import',
  words: { one: 'import', many: 'imports' },
  may: { read: [...ADMINISTRATORS, 'finance', 'staff'] },
  icon: 'import',
  title: 'file_name',
  page: [
    {
      title: 'Import',
      fields: ['kind', 'completed_at', 'by_name', 'by_kind', 'rows', 'created', 'updated', 'skipped', 'refused'],
    },
  ],
  limitTo: 'branch_id',
  fields,
  list: {
    columns: ['file_name', 'completed_at', 'kind', 'status', 'created', 'updated', 'by_name'],
    filters: {
      kind: described(
        'What was imported: the name of a resource',
        word(kind => sql`kind = ${kind}`),
      ),
      status: described(
        'One status',
        oneOf(STATUSES, status => sql`status = ${status}`),
      ),
      from: described(
        'Imported on or after this date, in UTC',
        date(day => sql`completed_at >= ${`${day}T00:00:00Z`}::timestamptz`),
      ),
      to: described(
        'Imported on or before this date, in UTC',
        date(day => sql`completed_at < ${`${day}T00:00:00Z`}::timestamptz + interval '1 day'`),
      ),
      branch_id: branch(),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Imports of files, and what became of them',
  },
  one: { doc: 'One import' },
})
