/** The download of a list: what a member sees of it, under the filters of the address, as a CSV file. */
import { Readable } from 'node:stream'
import type { Reply, Request } from '../http/message.ts'
import { readQuery } from '../http/query.ts'
import type { ResourceOperation } from '../http/route.ts'
import { today } from '../lib/calendar.ts'
import type { Caller } from '../resource/caller.ts'
import { exportList } from '../resource/export.ts'
import type { ConsoleParts } from './parts.ts'

/** Begins the download; scope and role are checked already. @throws InvalidParameter */
export async function answerExport(
  { database, vault, clock, house, log }: ConsoleParts,
  { resource }: ResourceOperation,
  { search, id }: Request,
  caller: Caller,
): Promise<Reply> {
  const parts = { database, vault, resourceNamed: house.resource }
  const { text } = await exportList(parts, resource, readQuery(search), caller)
  const stream = Readable.from(text, { objectMode: false })
  // What was sent is cut off, so that nobody takes a part for the whole; the log says why.
  stream.on('error', error => log.error({ err: error, request: id }, 'An export failed on its way'))
  const name = `${resource.words.many.replaceAll(' ', '-')}-${today(clock.now(), caller.church.timezone)}.csv`
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  }
  return { status: 200, headers, body: '', stream }
}
