/** The endpoint that a command names: ids are unique over all churches, so no church is asked for. */
import { ApiError } from '../errors.ts'
import { type Endpoint, findEndpoint } from '../webhooks/endpoint.ts'
import type { Open } from './command.ts'

/** @throws ApiError `not_found` */
export async function namedEndpoint({ database }: Open, id: number): Promise<Endpoint> {
  const found = await findEndpoint(database.read, id)
  if (found !== undefined) return found
  throw new ApiError('not_found', { message: `There is no webhook endpoint ${id}. "sexton webhook list" shows them.` })
}
