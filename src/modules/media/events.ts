/** The events of sermons and of the sections of their studio (spec, Events). */
import { specified } from '../../events/specified.ts'
import { object } from '../../resource/event.ts'

const text = { type: 'string' } as const
const title = { type: ['string', 'null'] } as const
const kind = { enum: ['notes', 'questions', 'devotional'] } as const

/** The sermon that a section belongs to, as far as a site needs it to find the page. */
const sermon = object({ id: { type: 'integer' }, slug: text, title: text, status: { enum: ['draft', 'published'] } })
const section = object({ kind, title, body: text, published_at: { type: 'string', format: 'date-time' } })

export const sermonPublished = specified('media.sermon_published', 'Sermon')
export const sermonDeleted = specified('media.sermon_deleted', 'Sermon')
export const sectionPublished = specified('media.studio_published', object({ sermon, section }))
export const sectionUnpublished = specified(
  'media.studio_unpublished',
  object({ sermon, section: object({ kind, title }) }),
)
