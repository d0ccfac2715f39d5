/** What the console does with sermons: writing them and their studio sections, publishing both. */
import { sql } from '../../db/sql.ts'
import { described, oneOf } from '../../resource/filter.ts'
import { newestFirst } from '../../resource/list-view.ts'
import { type Operation, operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { createSermon, updateSermon } from './edit-sermon.ts'
import { SECTION_KINDS, sectionFields, sermonFields } from './fields.ts'
import { deleteSermon, publishSermon, unpublishSermon } from './publish-sermon.ts'
import { publishSection, setSection, unpublishSection } from './sections.ts'
import { sermons } from './sermons.ts'
import { readStudio } from './studio.ts'

const { series, speaker, preached_on, scripture, description, audio_url, video_url } = sermonFields
const details = { series, speaker, preached_on, scripture, description, audio_url, video_url }

const create = operation({
  name: 'sermons.create',
  fields: { title: sermonFields.title, ...details },
  stepUp: false,
  target: ({ title = '' }) => title,
  run: async ({ database }, { church }, input) => await createSermon(database, church, input),
})

const update = operation({
  name: 'sermons.update',
  fields: { id: field.ref().required(), title: field.line().settable(), ...details },
  stepUp: false,
  run: async ({ database }, { church }, { id = 0, ...values }) => await updateSermon(database, church, id, values),
})

const CHANGES = [
  ['sermons.publish', publishSermon],
  ['sermons.unpublish', unpublishSermon],
  ['sermons.delete', deleteSermon],
] as const

const changes = CHANGES.map(
  ([name, change]): Operation =>
    operation({
      name,
      fields: { id: field.ref().required() },
      stepUp: false,
      run: async ({ database }, { church }, { id = 0 }) => await change(database, church, id),
    }),
)

const place = { id: field.ref().required(), kind: field.oneOf(SECTION_KINDS).required() }

const setSectionOperation = operation({
  name: 'sermons.set_section',
  fields: {
    ...place,
    title: sectionFields.title,
    body: sectionFields.body,
    version: field.text(40).nullable().settable(),
  },
  stepUp: false,
  detail: ({ kind }) => ({ kind }),
  run: async ({ database }, { church }, { id = 0, kind = 'notes', title, body, version }) =>
    await setSection(
      database,
      church,
      { sermon: id, kind },
      { body, ...(title !== undefined && { title: title ?? '' }), ...(version !== undefined && { version }) },
    ),
})

const SECTION_CHANGES = [
  ['sermons.publish_section', publishSection],
  ['sermons.unpublish_section', unpublishSection],
] as const

const sectionChanges = SECTION_CHANGES.map(
  ([name, change]): Operation =>
    operation({
      name,
      fields: place,
      stepUp: false,
      detail: ({ kind }) => ({ kind }),
      run: async ({ database }, { church }, { id = 0, kind = 'notes' }) =>
        await change(database, church, { sermon: id, kind }),
    }),
)

const studio = view({
  name: 'studio',
  fields: { id: field.ref().required() },
  run: async ({ database }, { church }, { id = 0 }) => await readStudio(database, church, id),
})

const status = described(
  'One status',
  oneOf(['draft', 'published'], wanted => sql`status = ${wanted}`),
)

export const mediaOperations = [create, update, ...changes, setSectionOperation, ...sectionChanges]
export const mediaViews = [newestFirst('sermon_list', sermons, { status }), studio]
