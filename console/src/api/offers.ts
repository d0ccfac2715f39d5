/** What only the console offers, by name: views, which are read, and actions, which change something. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { ShownSession } from '../../../src/console/account.ts'
import type { AuditEntry } from '../../../src/console/audit-view.ts'
import type { HomeGiving } from '../../../src/console/home/giving.ts'
import type { HomeMessages } from '../../../src/console/home/messages.ts'
import type { HomePeople } from '../../../src/console/home/people.ts'
import type { HomeWebhook } from '../../../src/console/home/webhooks.ts'
import type { NewLink } from '../../../src/console/invitations.ts'
import type { AddedPasskey, ShownPasskey } from '../../../src/console/passkeys.ts'
import type { Setup } from '../../../src/console/setup/setup.ts'
import type { Team } from '../../../src/console/users.ts'
import type { UsedKey } from '../../../src/modules/church/api-keys.ts'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import type { ContributionAside } from '../../../src/modules/contributions/contribution-view.ts'
import type { PersonGiving } from '../../../src/modules/contributions/person-giving-view.ts'
import type { ShownRate } from '../../../src/modules/contributions/rates-view.ts'
import type { MovedTable } from '../../../src/modules/index.ts'
import type { SECTION_KINDS } from '../../../src/modules/media/fields.ts'
import type { Studio } from '../../../src/modules/media/studio.ts'
import type { BatchEntry, BatchProgress } from '../../../src/modules/messaging/batches.ts'
import type { InboxLetter } from '../../../src/modules/messaging/inbox.ts'
import type { Preview } from '../../../src/modules/messaging/preview.ts'
import type { MessageProviders, TestOutcome } from '../../../src/modules/messaging/provider-actions.ts'
import type { Units } from '../../../src/modules/messaging/units-book.ts'
import type { GivingPage } from '../../../src/modules/online-giving/gift-views.ts'
import type { KeyCheck, PaymentProviders } from '../../../src/modules/online-giving/provider-actions.ts'
import type { Compared, Duplicates } from '../../../src/modules/people/duplicates.ts'
import type { PersonHistory, PersonMore } from '../../../src/modules/people/history-view.ts'
import type { MergeCounts } from '../../../src/modules/people/merge-counts.ts'
import type { PersonName } from '../../../src/modules/people/names-view.ts'
import type { TagCount } from '../../../src/modules/people/tags-view.ts'
import type { Role } from '../../../src/resource/roles.ts'
import type {
  DeliveryDetail,
  DeliveryEntry,
  Endpoint,
  EndpointEntry,
  EndpointHealth,
  OfferedModule,
} from '../../../src/webhooks/console-views.ts'
import type { NewEndpoint } from '../../../src/webhooks/endpoints.ts'
import type { Branch, Contribution, Family, Fund, Message, MessageCreate, Sermon } from '../api-types.ts'

type None = Record<string, never>
type One = { id: number }

/** Each view: what it is asked with, and what it shows. */
export interface Views {
  audit: { input: { user_id?: string; operation?: string; before?: number }; output: AuditEntry[] }
  church: { input: None; output: ChurchSettingsShown }
  contribution: { input: One; output: ContributionAside }
  deliveries: {
    input: { endpoint_id: number; failed?: boolean; event_id?: string; limit?: number }
    output: DeliveryEntry[]
  }
  delivery: { input: { delivery: string }; output: DeliveryDetail }
  duplicates: { input: { page?: number }; output: Duplicates }
  endpoint: { input: One; output: Endpoint }
  endpoint_health: { input: One; output: EndpointHealth }
  endpoints: { input: None; output: EndpointEntry[] }
  event_catalogue: { input: None; output: OfferedModule[] }
  giving_page: { input: None; output: GivingPage }
  'home.giving': { input: None; output: HomeGiving }
  'home.messages': { input: None; output: HomeMessages }
  'home.people': { input: None; output: HomePeople }
  'home.webhooks': { input: None; output: HomeWebhook[] }
  inbox: { input: { before?: number }; output: InboxLetter[] }
  keys: { input: None; output: UsedKey[] }
  merge_counts: { input: { id: number; into: number }; output: MergeCounts<MovedTable> }
  message: { input: One; output: Message }
  message_batch: { input: One; output: BatchProgress }
  message_batches: { input: None; output: BatchEntry[] }
  passkeys: { input: None; output: ShownPasskey[] }
  payment_providers: { input: None; output: PaymentProviders }
  people_names: { input: { ids: string }; output: PersonName[] }
  person_giving: { input: One; output: PersonGiving }
  person_history: { input: { id: number; before?: number }; output: PersonHistory }
  person_more: { input: One; output: PersonMore }
  providers: { input: None; output: MessageProviders }
  rates: { input: None; output: ShownRate[] }
  sessions: { input: None; output: ShownSession[] }
  setup: { input: None; output: Setup }
  studio: { input: One; output: Studio }
  tags: { input: None; output: TagCount[] }
  test_gifts: { input: { ids: string }; output: number[] }
  units: { input: None; output: Units }
  users: { input: None; output: Team }
}

/** What is changed of a record: fields that are absent stay as they are. */
type Change<Shown, Name extends keyof Shown> = One & { [Field in Name]?: Shown[Field] | null }

interface Grant {
  role: Role
  branch_id: number | null
}

interface Writing {
  channel: MessageCreate['channel']
  subject?: string
  body: string
  person_ids?: number[]
  /** Parameters of the list of people, in the place of `person_ids`. */
  filter?: string
}

interface Rate {
  currency: string
  rate: string
  valid_from: string
}

interface EndpointFields {
  url: string
  description: string
  events: string[]
}

interface SermonFields {
  title?: string | null
  speaker?: string | null
  preached_on?: string | null
  series?: string | null
  scripture?: string | null
  description?: string | null
  audio_url?: string | null
  video_url?: string | null
}

interface SectionPlace {
  id: number
  kind: (typeof SECTION_KINDS)[number]
}

type BranchFields = 'name' | 'parent_id' | 'code' | 'level' | 'pastor_name' | 'email' | 'phone' | 'address' | 'city'
type BranchPlace = 'state' | 'country' | 'currency' | 'timezone' | 'status'
type FundFields = 'name' | 'kind' | 'description' | 'target_amount' | 'is_online' | 'is_default' | 'is_active'

/** Each action: what it is given, and what it answers. */
export interface Actions {
  'account.confirm_address': { input: { token: string }; output: unknown }
  'account.mail_confirmation': { input: None; output: unknown }
  'account.rename': { input: { name: string }; output: unknown }
  'branches.create': { input: { name: string; parent_id?: number; level?: string }; output: Branch }
  'branches.remove': { input: One; output: unknown }
  'branches.update': { input: Change<Branch, BranchFields | BranchPlace>; output: Branch }
  'church.set': {
    input: Pick<ChurchSettingsShown, 'name' | 'country' | 'timezone'> &
      Partial<Pick<ChurchSettingsShown, 'notice_emails' | 'modules'>>
    output: unknown
  }
  'church.set_api': { input: { api_enabled: boolean }; output: unknown }
  'church.set_second_factor': { input: { roles: string[] }; output: unknown }
  'contributions.void': { input: { id: number; reason: string }; output: Contribution }
  'duplicates.refresh': { input: None; output: Compared }
  'endpoints.create': { input: EndpointFields; output: NewEndpoint }
  'endpoints.delete': { input: One; output: unknown }
  'endpoints.pause': { input: One; output: unknown }
  'endpoints.redeliver': { input: { delivery: string }; output: unknown }
  'endpoints.redeliver_since': { input: { id: number; since: string }; output: { redelivered: number } }
  'endpoints.resume': { input: { id: number; discard?: boolean }; output: unknown }
  'endpoints.reveal': { input: One; output: { secret: string } }
  'endpoints.rotate': { input: { id: number; hours?: number }; output: NewEndpoint }
  'endpoints.switch_off': { input: One; output: unknown }
  'endpoints.test': { input: One; output: { event_id: string } }
  'endpoints.update': { input: One & Partial<EndpointFields>; output: Endpoint }
  'families.update': { input: Change<Family, 'name' | 'address' | 'phone' | 'branch_id'>; output: Family }
  'funds.create': { input: { name: string; kind?: string }; output: Fund }
  'funds.update': { input: Change<Fund, FundFields>; output: Fund }
  'keys.create': {
    input: { name: string; scopes: string[]; branch_id?: number; origins?: string[] }
    output: { name: string; key: string; origins: string[] }
  }
  'keys.revoke': { input: One; output: unknown }
  'messages.preview': { input: Writing; output: Preview }
  /** `expected` is how many the preview said that it is for. */
  'messages.send_to': { input: Writing & { key: string; expected: number }; output: One }
  'messages.stop': { input: One; output: unknown }
  'passkeys.add': { input: { name: string; answer: string }; output: AddedPasskey }
  'passkeys.begin': { input: None; output: PublicKeyCredentialCreationOptionsJSON }
  'passkeys.remove': { input: { id: string }; output: unknown }
  'passkeys.rename': { input: { id: string; name: string }; output: unknown }
  'payment_providers.remove': { input: { provider: string; force?: boolean }; output: unknown }
  'payment_providers.set': {
    input: { provider: string; values: Record<string, string>; force?: boolean }
    output: unknown
  }
  'payment_providers.test': { input: { provider: string }; output: KeyCheck }
  'people.add_tag': { input: { id: number; tag: string }; output: unknown }
  'people.merge': { input: { keep: number; remove: number }; output: unknown }
  'people.not_duplicates': { input: { a: number; b: number }; output: unknown }
  'people.remove': { input: One; output: unknown }
  'people.remove_tag': { input: { id: number; tag: string }; output: unknown }
  'people.restore': { input: One; output: unknown }
  'providers.remove': { input: Pick<Writing, 'channel'> & { provider: string }; output: unknown }
  'providers.set': {
    input: Pick<Writing, 'channel'> & { provider: string; values: Record<string, string> }
    output: unknown
  }
  'providers.test': { input: Pick<Writing, 'channel'> & { to: string }; output: TestOutcome }
  'rates.set': { input: Rate; output: Rate }
  'second_factor.off': { input: None; output: unknown }
  'sermons.create': { input: SermonFields; output: Sermon }
  'sermons.delete': { input: One; output: unknown }
  'sermons.publish': { input: One; output: unknown }
  'sermons.publish_section': { input: SectionPlace; output: unknown }
  'sermons.set_section': {
    input: SectionPlace & { title: string | null; body: string; version: string | null }
    output: unknown
  }
  'sermons.unpublish': { input: One; output: unknown }
  'sermons.unpublish_section': { input: SectionPlace; output: unknown }
  'sermons.update': { input: One & SermonFields; output: Sermon }
  'sessions.end': { input: { id: string }; output: unknown }
  'sessions.end_others': { input: None; output: unknown }
  'setup.confirm': { input: { steps: string[] }; output: Setup }
  'setup.finish': { input: None; output: Setup }
  'setup.skip': { input: { steps: string[] }; output: Setup }
  'units.add': { input: { units?: number; note: string }; output: { balance: number } }
  'users.change': { input: One & Grant; output: unknown }
  'users.invite': { input: Grant & { email: string }; output: NewLink }
  'users.remove': { input: One; output: unknown }
  'users.renew_invitation': { input: One; output: NewLink }
  'users.revoke_invitation': { input: One; output: unknown }
}
