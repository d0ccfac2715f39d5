/** Several views in one answer: each as it is answered alone, with its status. */
import { asApiError } from '../db/faults.ts'
import { ApiError } from '../errors.ts'
import type { Reply, Request } from '../http/message.ts'
import { readQuery } from '../http/query.ts'
import { failureToPage, success } from '../http/respond.ts'
import { VIEWS_AT_ONCE } from './views-at-once.ts'

/**
 * Answers `/views?names=home.people,home.giving`.
 * @param look answers to one, asked with nothing
 * @param noteFault told what broke, for the log
 * @throws ApiError `validation_failed` without names, and for more than VIEWS_AT_ONCE
 */
export async function answerViews(
  request: Request,
  look: (name: string) => Promise<Reply>,
  noteFault: (cause: unknown) => void,
): Promise<Reply> {
  const names = new Set((readQuery(request.search).values.get('names') ?? '').split(',').filter(one => one !== ''))
  if (names.size === 0 || names.size > VIEWS_AT_ONCE) {
    throw new ApiError('validation_failed', {
      errors: { names: `Name one to ${VIEWS_AT_ONCE} views, with commas between them.` },
    })
  }
  const refused = (error: unknown): Reply => {
    const known = asApiError(error)
    if (known.cause !== undefined) noteFault(known.cause)
    return failureToPage(known, request.id)
  }
  const told = await Promise.all(
    [...names].map(async name => {
      const { status, body } = await look(name).then(withoutFile).catch(refused)
      return `${JSON.stringify(name)}:{"status":${status},"answer":${body}}`
    }),
  )
  return success({ status: 200, data: `{${told.join()}}` })
}

/** @throws ApiError `unknown_resource` for a file, which is asked for alone */
function withoutFile(reply: Reply): Reply {
  if (reply.stream === undefined) return reply
  reply.stream.destroy()
  throw new ApiError('unknown_resource')
}
