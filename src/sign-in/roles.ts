/** What the people of a church may do in its console, of what is not declared with its roles: deny by default. */
import {
  ADMINISTRATORS,
  type Allowed,
  churchWide,
  FINANCE,
  mayThey,
  ROLES,
  type Role,
  STAFF,
  within,
} from '../resource/roles.ts'

/** Which roles may do an operation or see a view; what is neither here nor declared nobody may. */
const ALLOWED = {
  people_names: within(ROLES),
  tags: within(ROLES),
  person_history: within(ROLES),
  person_more: within(ROLES),
  'people.add_tag': within(STAFF),
  'people.remove_tag': within(STAFF),
  'people.remove': within(STAFF),
  'people.restore': within(STAFF),
  duplicates: within(STAFF),
  'duplicates.refresh': within(STAFF),
  merge_counts: within(STAFF),
  'people.merge': within(STAFF),
  'people.not_duplicates': within(STAFF),
  'families.update': within(STAFF),

  contribution: within(FINANCE),
  'contributions.void': within(FINANCE),
  person_giving: within(FINANCE),
  'funds.create': churchWide(FINANCE),
  'funds.update': churchWide(FINANCE),
  rates: within(FINANCE),
  'rates.set': churchWide(FINANCE),
  giving_page: within(FINANCE),
  test_gifts: within(FINANCE),

  message_log: within(STAFF),
  message: within(STAFF),
  message_batches: within(STAFF),
  message_batch: within(STAFF),
  'messages.preview': within(STAFF),
  'messages.send_to': within(STAFF),
  'messages.stop': within(STAFF),
  inbox: within(STAFF),
  units: within([...FINANCE, 'staff']),
  'units.add': churchWide(FINANCE),

  sermon_list: within(ROLES),
  studio: churchWide(STAFF),
  'sermons.create': churchWide(STAFF),
  'sermons.update': churchWide(STAFF),
  'sermons.publish': churchWide(STAFF),
  'sermons.unpublish': churchWide(STAFF),
  'sermons.delete': churchWide(STAFF),
  'sermons.set_section': churchWide(STAFF),
  'sermons.publish_section': churchWide(STAFF),
  'sermons.unpublish_section': churchWide(STAFF),

  providers: churchWide(ADMINISTRATORS),
  'providers.set': churchWide(ADMINISTRATORS),
  'providers.remove': churchWide(ADMINISTRATORS),
  'providers.test': churchWide(ADMINISTRATORS),
  payment_providers: churchWide(ADMINISTRATORS),
  'payment_providers.set': churchWide(ADMINISTRATORS),
  'payment_providers.remove': churchWide(ADMINISTRATORS),
  'payment_providers.test': churchWide(ADMINISTRATORS),
} as const satisfies Record<string, Allowed>

/** Every name of the table. */
export const PERMISSIONS: readonly string[] = Object.keys(ALLOWED)

/** Whether a role may. @param limited to a branch */
export const mayDo = (role: Role, permission: string, limited = false): boolean =>
  Object.hasOwn(ALLOWED, permission) && mayThey(role, ALLOWED[permission as keyof typeof ALLOWED], limited)

/** Everything that a role may do and see. @param limited to a branch */
export const permissionsOf = (role: Role, limited = false): string[] =>
  PERMISSIONS.filter(permission => mayDo(role, permission, limited))
