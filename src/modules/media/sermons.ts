/** Sermons and their list (spec, Module resources; decisions, Media). Read by the API, made in the console and by the command line. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import type { Caller } from '../../resource/caller.ts'
import { changedSince, consoleOnly, described, oneOf, tallied } from '../../resource/filter.ts'
import { findOne } from '../../resource/list.ts'
import { resource } from '../../resource/resource.ts'
import { READERS } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'
import { SERMON_STATUSES, sermonFields } from './fields.ts'

export const sermons = resource({
  name: 'sermons',
  explained: {
    says: 'Your sermons with their recordings and notes. Nobody outside sees one before it is published.',
    chapter: 'groups-and-classes',
  },
  words: { one: 'sermon', many: 'sermons' },
  may: { read: READERS },
  command: 'sermon',
  icon: 'sermon',
  title: 'title',
  found: { part: 'search', by: [['speaker'], ['preached_on']] },
  page: [
    {
      title: 'Sermon',
      fields: [
        'speaker',
        'preached_on',
        'series',
        'scripture',
        'audio_url',
        'video_url',
        'published_at',
        'description',
      ],
    },
  ],
  singular: 'Sermon',
  limitTo: null,
  fields: sermonFields,
  shown: sql`not removed`,
  list: {
    columns: ['title', 'speaker', 'preached_on', 'status', 'series', 'scripture'],
    filters: {
      updated_since: changedSince(sql`updated_at`),
      status: consoleOnly(
        tallied(
          described(
            'One status',
            oneOf(SERMON_STATUSES, wanted => sql`status = ${wanted}`),
          ),
        ),
      ),
    },
    sorts: [],
    tallies: 'marked',
    doc: 'Sermons of the whole church, drafts as well, without their sections',
  },
  one: { doc: 'One sermon with its published studio sections' },
})

/** @returns JSON text of the sermon with its published sections @throws ApiError `not_found` */
export async function findSermon(read: Db, caller: Caller, id: number): Promise<string> {
  const row = await findOne(read, sermons, caller, id)
  if (row === undefined) throw noSuchSermon(id)
  return sermons.alone.print(row)
}

/** What whoever names a sermon that the church does not have is told. */
export const noSuchSermon = (id: number): ApiError =>
  new ApiError('not_found', { message: because('This church has no sermon {id}.', { id }) })
