/** Downloads: a list under the filters of the address, as CSV, and the files that views make. */
import { Readable } from 'node:stream'
import type { Reply, Request } from '../http/message.ts'
import { readQuery } from '../http/query.ts'
import type { ResourceOperation } from '../http/route.ts'
import { today } from '../lib/calendar.ts'
import { disposition } from '../lib/file-name.ts'
import type { Log } from '../lib/log.ts'
import type { Caller } from '../resource/caller.ts'
import { exportList } from '../resource/export.ts'
import { csvFile, type MadeFile } from '../resource/made-file.ts'
import type { ConsoleParts } from './parts.ts'

/** Begins the download; scope and role are checked already. @throws InvalidParameter */
export async function answerExport(
  { database, vault, clock, house, log }: ConsoleParts,
  { resource }: ResourceOperation,
  { search, id }: Request,
  caller: Caller,
): Promise<Reply> {
  const parts = { database, vault, clock, house }
  const { text } = await exportList(parts, resource, readQuery(search), caller)
  const name = `${resource.words.many.replaceAll(' ', '-')}-${today(clock.now(), caller.church.timezone)}`
  return fileReply(csvFile(name, text), id, log)
}

/** Sends a file as it is made. @param request its id, for the log */
export function fileReply({ name, type, pieces }: MadeFile, request: string, log: Log): Reply {
  const stream = Readable.from(pieces, { objectMode: false })
  // What was sent is cut off, so that nobody takes a part for the whole; the log says why.
  stream.on('error', error => log.error({ err: error, request }, 'A file failed on its way'))
  const headers = { 'Content-Type': type, 'Content-Disposition': disposition('attachment', name) }
  return { status: 200, headers, body: '', stream }
}
