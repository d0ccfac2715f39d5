/** What the console works with. */
import type { Limits } from '../http/limits.ts'
import type { Work } from '../http/pipeline.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { Background } from '../lib/background.ts'
import type { Log } from '../lib/log.ts'
import type { ActParts } from '../resource/act.ts'
import type { House } from '../resource/house.ts'
import type { NoteFailure } from '../sign-in/failures.ts'
import type { SignIn } from '../sign-in/sign-in.ts'

export interface ConsoleParts extends Work, ActParts {
  house: House
  limits: Limits
  signIn(): Promise<SignIn>
  log: Log
  background: Background
  noteFailure: NoteFailure
  /** How often an address may try in a minute what costs much: it is counted by each node. */
  tries: RateLimit
}

/** Whether the public address is https, so that cookies are for that alone. */
export const isSecure = ({ baseUrl }: Pick<ConsoleParts, 'baseUrl'>): boolean => baseUrl().startsWith('https:')
