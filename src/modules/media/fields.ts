/** The fields of a sermon and of its studio sections (decisions, Media). */
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'

/** The studio sections a sermon may have, in the order in which they are shown (spec, Events). */
export const SECTION_KINDS = ['notes', 'questions', 'devotional'] as const

export const SERMON_STATUSES = ['draft', 'published'] as const

const SECTIONS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['kind', 'title', 'body', 'published_at'],
    properties: {
      kind: { type: 'string', enum: SECTION_KINDS },
      title: { type: ['string', 'null'] },
      body: { type: 'string' },
      published_at: { type: 'string', format: 'date-time' },
    },
  },
}

const PUBLISHED_SECTIONS = `(select coalesce(json_agg(json_build_object('kind', s.kind, 'title', s.title,
    'body', s.body, 'published_at', to_char(s.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
    order by array_position(array['${SECTION_KINDS.join("', '")}'], s.kind)), '[]')
  from sermon_sections s where s.church_id = t.church_id and s.sermon_id = t.id and s.published_at is not null)`

const optionalText = () => field.text().nullable().settable()
const address = () => field.url().nullable().settable()

export const sermonFields = {
  id: field.id(),
  title: field.line().required().label('of a text|Title').example('The lost son'),
  slug: field
    .text()
    .example('the-lost-son')
    .doc('For addresses; unique in the church, made from the first title and kept'),
  series: optionalText().doc('The series it belongs to'),
  speaker: optionalText().example('Rev. Obi'),
  preached_on: field.date().nullable().settable().label('Preached'),
  scripture: optionalText().example('Luke 15:11-32').doc('Such as John 3:16-21'),
  description: field.text(5_000).nullable().settable(),
  audio_url: address().label('Audio'),
  video_url: address().label('Video'),
  status: field.oneOf(SERMON_STATUSES).tones({ published: 'teal' }).example('published').doc('Lists show both'),
  published_at: field.timestamp().nullable().example('2026-03-01T12:00:00Z').doc('Null for a draft'),
  sections: field
    .json(SECTIONS)
    .column(PUBLISHED_SECTIONS)
    .onlyOne()
    .example([{ kind: 'notes', title: null, body: 'A father had two sons.', published_at: '2026-03-01T12:00:00Z' }])
    .doc('The published studio sections: notes, questions, devotional'),
  created_at: field.timestamp(),
  updated_at: field.timestamp().doc('Moves with its sections, too'),
}

export const sectionFields = {
  title: optionalText(),
  body: field.text(20_000).required(),
  published_at: field.timestamp().nullable(),
}

/** Prints a section without its kind. */
export const sectionPrinter = printer(sectionFields, true)
