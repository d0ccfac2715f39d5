/** What the church's administrators set of it: its name and place, its modules, its API, who needs a second factor. */

import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { countries } from '../../lib/countries.ts'
import { action, view } from '../../resource/action.ts'
import type { Church } from '../../resource/caller.ts'
import { ADMINISTRATORS, churchWide, ROLES, STAFF, within } from '../../resource/roles.ts'
import { tallyRows } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { languages } from '../../texts/names.ts'
import type { Speech } from '../../texts/spoken.ts'
import { setChurch } from './churches.ts'
import { followed } from './node-lease.ts'

const MOST_ADDRESSES = 20
/** More than there are. */
const MOST_MODULES = 100

const may = churchWide(ADMINISTRATORS)

export const changeChurch = action({
  name: 'church.set',
  logged: 'Changed the church settings',
  may,
  fields: {
    name: field.line().required().doc('What people call it'),
    country: field.country().required(),
    timezone: field.text(60).required(),
    language: field.language(languages()).nullable().settable(),
    languages: field.texts(languages().length).settable(),
    notice_emails: field.texts(MOST_ADDRESSES).settable(),
    modules: field.texts(MOST_MODULES).settable(),
  },
  target: () => '',
  detail: ({ country, timezone, language, languages, modules }) => ({
    ...{ country, timezone },
    ...(language !== undefined && { language }),
    ...(languages && { languages }),
    ...(modules && { modules }),
  }),
  async run(tx, { caller: { church }, house, config, clock }, input) {
    const version = await setChurch(tx, church.id, input, house, clock.now())
    return { version, shown: await settingsOf(tx, church, config) }
  },
  finish: followed<ChurchSettingsShown>,
})

export const switchApi = action({
  name: 'church.set_api',
  logged: 'Switched the API on or off',
  may,
  fields: { api_enabled: field.boolean().required() },
  stepUp: true,
  target: () => '',
  detail: ({ api_enabled }) => ({ api_enabled }),
  async run(tx, { caller: { church }, config }, { api_enabled }) {
    const version = await setChurch(tx, church.id, { api_enabled })
    return { version, shown: await settingsOf(tx, church, config) }
  },
  finish: followed<ChurchSettingsShown>,
})

/** Who has such a role and no second factor sets one up, and does nothing else until then; it holds from the next request. */
export const demandSecondFactor = action({
  name: 'church.set_second_factor',
  logged: 'Changed who needs two-step sign-in',
  may,
  fields: { roles: field.texts(ROLES.length).settable() },
  stepUp: true,
  target: () => '',
  detail: ({ roles = [] }) => ({ roles }),
  async check(_db, _context, { roles = [] }, problems) {
    if (roles.some(role => !ROLES.some(known => known === role)))
      problems.add('roles', because('must be of {values}', { values: ROLES.join(', ') }))
  },
  async run(tx, { caller: { church } }, { roles = [] }) {
    return { version: await setChurch(tx, church.id, { second_factor_roles: roles }), shown: { roles } }
  },
  finish: followed<{ roles: string[] }>,
})

/** How many there are, and how many the plan allows; a null limit is none. */
interface Use {
  used: number
  limit: number | null
}

/** A church as its settings page shows it. */
export interface ChurchSettingsShown {
  name: string
  slug: string
  country: string
  currency: string
  timezone: string
  /** BCP 47; null for that of the installation. */
  language: string | null
  /** In which its public pages are offered beside its own; none for all that there are. */
  languages: string[]
  /** What there is to choose from, and that of the installation. */
  known_languages: string[]
  usual_language: string
  notice_emails: string[]
  /** Roles that work in the console only with a second factor. */
  second_factor_roles: string[]
  api_enabled: boolean
  modules: string[]
  limits: { people: Use; keys: Use; webhooks: Use }
}

interface Row extends Omit<ChurchSettingsShown, 'limits' | 'known_languages' | 'usual_language'> {
  people_limit: number | null
  key_limit: number | null
  webhook_limit: number | null
  people: string
  keys: number
  webhooks: number
}

async function settingsOf(db: Db, { id }: Church, { language: usual_language }: Speech): Promise<ChurchSettingsShown> {
  const row = await db.first<Row>(sql`
    select name, slug, country, currency, timezone, language, languages, notice_emails, second_factor_roles, api_enabled, modules, people_limit,
      key_limit, webhook_limit,
      (select coalesce(sum(n), 0)::text from ${tallyRows(id, 'people')} where not removed) as people,
      (select count(*) from api_keys k where k.church_id = ${id} and k.revoked_at is null) as keys,
      (select count(*) from webhook_endpoints w where w.church_id = ${id}) as webhooks
    from churches c where id = ${id}`)
  if (row === undefined) throw new Error('The church is gone.')
  const { people_limit, key_limit, webhook_limit, people, keys, webhooks, ...shown } = row
  return {
    ...shown,
    known_languages: languages(),
    usual_language,
    limits: {
      people: { used: Number(people), limit: people_limit },
      keys: { used: keys, limit: key_limit },
      webhooks: { used: webhooks, limit: webhook_limit },
    },
  }
}

export const churchView = view({
  name: 'church',
  may,
  fields: {},
  run: ({ read, config }, { church }) => settingsOf(read, church, config),
})

/** What may be chosen as the country of a church or a person. */
export const countriesView = view({ name: 'countries', may: within(STAFF), fields: {}, run: () => countries() })
