/**
 * What the server answers the pages' own requests with: those that are neither the API's nor a view or an action of a module
 * (`offers.ts`). Types alone: the routes answer by them, and the pages ask by them.
 */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { countries } from '../lib/countries.ts'
import type { ShownGroup, ShownItem } from '../resource/navigation.ts'
import type { RecordName } from '../resource/record-names.ts'
import type { Role } from '../resource/roles.ts'
import type { Tones } from '../resource/tone.ts'
import type { HouseMeta, ShownResource } from './shown.ts'

/** It was done, and there is nothing to tell. */
export type Done = Record<string, never>

/** What the pages before the sign-in say differs by it. */
export interface Front {
  /** Nobody belongs to a church yet: the installation waits for its first one. */
  waits: boolean
  /** A link to a new password can be mailed. */
  mails: boolean
}

/** What the page of the link to the first church begins with. */
export interface FirstChurch {
  countries: Awaited<ReturnType<typeof countries>>
  /** The church that was made by it, while nobody has come to it: it can be corrected. Null where there is none yet. */
  made: MadeChurch | null
}

/** A church as it was made. */
export type MadeChurch = Pick<Membership['church'], 'name' | 'slug' | 'country' | 'currency' | 'timezone'> & {
  /** Sent back with a correction: where somebody else has corrected it meanwhile, it stays as they made it. */
  version: string
}

/** What the link of an invitation says. */
export interface InvitationShown {
  email: string | null
  /** Whether the address has an account: its password is asked for then. Null where the link was not mailed to it. */
  known: boolean | null
  church: { name: string }
  /** Whether whoever has the link says their address themselves. */
  first: boolean
}

/** Of a church that is closed and waits to be removed. */
export interface Closing {
  /** Null where whoever runs the service closed it. */
  by: string | null
  remove_at: string
}

/** What somebody is in one church. */
export interface Membership {
  church: {
    id: number
    slug: string
    name: string
    country: string
    currency: string
    timezone: string
    modules: readonly string[]
  }
  role: Role
  branch_id: number | null
  /** Whether the church waits for a second factor of theirs: until then they can set one up, and nothing else. */
  wants_factor: boolean
  /** Null while the church is open; only owners see one that is closed. */
  closing: Closing | null
  /** Such as `people:write`. */
  scopes: string[]
  /** Such as `people.remove`. */
  offers: string[]
  /** What they find in the navigation, in English. */
  navigation: ShownGroup[]
  /** What they do most, in English: the bar of a narrow screen. */
  atThumb: ShownItem[]
}

/** Who is signed in. */
export interface SessionShown {
  user: {
    id: string
    name: string
    email: string
    /** Whether they have shown that the address is theirs. */
    email_verified: boolean
    /** Whether there is an authenticator app or a passkey. */
    two_factor_enabled: boolean
    app: boolean
    passkeys: boolean
    /** The language that they chose (BCP 47); null for what their browser asks for. */
    language: string | null
  }
  memberships: Membership[]
  /** Whether the service can send mail. */
  mails: boolean
  /** What there is to choose from, English first. */
  languages: readonly string[]
  /** The colours of values of choices. */
  tones: Tones
}

/** What is answered of nobody's church, by method and path below `/console/api`. */
export interface Answers {
  'GET /front': Front
  'GET /first-church': FirstChurch
  /** The token of an invitation for its first owner. */
  'POST /first-church': { invitation: string }
  'GET /join': InvitationShown
  'POST /join': Done
  'POST /passkey': Done
  'POST /passkey/options': PublicKeyCredentialRequestOptionsJSON
  'GET /session': SessionShown
  'POST /step-up': Done
  'POST /step-up/options': PublicKeyCredentialRequestOptionsJSON
}

/** What one of several views that are asked for at once is answered with: as if it were asked for alone. */
export interface ToldView {
  status: number
  answer: { data?: unknown }
}

/** What is answered of a church, by what stands behind its slug; of a resource, behind its name. */
export interface ChurchAnswers {
  house: { data: ShownResource[]; meta: HouseMeta }
  views: { data: Readonly<Record<string, ToldView>> }
  names: { data: RecordName[] }
}
