/** What concerns the whole church is not for those who look after one of its branches. */
import { ApiError } from '../errors.ts'
import type { Caller } from '../resource/caller.ts'

/** @throws ApiError `not_permitted` where the caller is limited to a branch */
export function checkWholeChurch({ visible }: Caller): void {
  if (visible === null) return
  throw new ApiError('not_permitted', { message: 'This is for those who look after the whole church.' })
}
