/** What records of a resource are called, for lists that name them by their ids (`ids`) and for what chooses one (`q`, and filters of the list). */
import { ApiError } from '../errors.ts'
import type { Reply, Request } from '../http/message.ts'
import { readQuery } from '../http/query.ts'
import type { ResourceOperation } from '../http/route.ts'
import type { Caller } from '../resource/caller.ts'
import { readIds } from '../resource/id-list.ts'
import { parameter } from '../resource/list-plan.ts'
import { hasNames, namesFound, namesOf } from '../resource/record-names.ts'
import { answeredOf } from './answered.ts'
import type { ConsoleParts } from './parts.ts'

/**
 * Scope and role are checked already.
 * @throws ApiError `unknown_resource` for one whose records have no names, `validation_failed` for ids that cannot be read
 */
export async function answerNames(
  { database, clock }: ConsoleParts,
  { resource }: ResourceOperation,
  { search }: Request,
  caller: Caller,
): Promise<Reply> {
  if (!hasNames(resource)) throw new ApiError('unknown_resource')
  const query = readQuery(search)
  const ids = parameter(query, 'ids')
  const data =
    ids === undefined
      ? await namesFound(database, resource, caller, query, clock.now())
      : await namesOf(database, resource, caller, readIds(ids))
  return answeredOf('names', { data })
}
