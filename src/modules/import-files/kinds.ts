/** Which kinds of files somebody may import. */
import { ApiError } from '../../errors.ts'
import { type Caller, personOf } from '../../resource/caller.ts'
import type { HouseFacts } from '../../resource/house-facts.ts'
import { EncodingUnknown, ImportError } from '../../resource/import-file.ts'
import { type ImportKind, importKinds } from '../../resource/import-proposal.ts'
import { because } from '../../texts/because.ts'

/** The kinds that the role of whoever asks may write. */
export const kindsFor = (house: HouseFacts, caller: Caller): ImportKind[] =>
  importKinds(house, caller.church.modules).filter(({ roles }) => roles.includes(personOf(caller).role))

/** Whether that role may write records of a kind. */
export const isTheirs = (house: HouseFacts, caller: Caller, kind: string | null): boolean =>
  kindsFor(house, caller).some(one => one.kind === kind)

/** What cannot be imported is told in a sentence. @throws ApiError `validation_failed` */
export async function withSaid<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    const { message, said } = error
    const errors = error instanceof EncodingUnknown ? { encoding: because('has to be said') } : undefined
    throw new ApiError('validation_failed', { message, said, ...(errors && { errors }) })
  }
}
