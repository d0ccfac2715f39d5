/**
 * Keeps other sites from acting in the name of who is signed in: what changes something has to come from this site (fetch
 * metadata, and the origin where a browser sends none), as JSON, without an API key. API and console are two worlds.
 */
import { ApiError } from '../errors.ts'
import { header, type Request } from '../http/message.ts'
import { because } from '../texts/because.ts'

const SAFE = ['GET', 'HEAD']

/** @param origin of this service @throws ApiError `forbidden_origin` or `unauthorized` */
export function checkSite(request: Request, origin: string): void {
  if (header(request, 'authorization') !== undefined) {
    throw new ApiError('unauthorized', { message: 'The console takes no API keys; those are for /api/v1.' })
  }
  if (SAFE.includes(request.method)) return
  const site = header(request, 'sec-fetch-site')
  const from = header(request, 'origin')
  const own = site === undefined ? from === origin : site === 'same-origin'
  if (!own) throw new ApiError('forbidden_origin')
}

/** Names for whom something is sent that was typed earlier on this device: who is signed in by now may be somebody else. */
const FOR = 'sexton-person'

/** @param id of the user who is signed in @throws ApiError `unauthorized` where it was typed by another */
export function checkPerson(request: Request, id: string): void {
  const named = header(request, FOR)
  if (named === undefined || named === id) return
  throw new ApiError('unauthorized', { message: because('Somebody else typed this. Sign in as who typed it.') })
}
