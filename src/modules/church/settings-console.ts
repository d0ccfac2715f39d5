/** What the console does with the church itself: its settings, its modules, its API. */
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { operation, view } from '../../resource/operation.ts'
import { tallyRows } from '../../resource/tally.ts'
import * as field from '../../resource/types.ts'
import { setChurch } from './churches.ts'
import { OPTIONAL_MODULES } from './optional-modules.ts'

const MOST_ADDRESSES = 20

const setOperation = operation({
  name: 'church.set',
  fields: {
    name: field.line().required().doc('What people call it'),
    country: field.country().required(),
    timezone: field.text(60).required(),
    notice_emails: field.texts(MOST_ADDRESSES).settable(),
    modules: field.texts(OPTIONAL_MODULES.length).settable(),
  },
  stepUp: false,
  target: () => '',
  detail: ({ country, timezone, modules }) => ({ country, timezone, ...(modules && { modules }) }),
  async run({ database }, { church }, input) {
    await setChurch(database, church.id, input, OPTIONAL_MODULES)
    return JSON.stringify(await settingsOf(database, church))
  },
})

const setApiOperation = operation({
  name: 'church.set_api',
  fields: { api_enabled: field.boolean().required() },
  stepUp: true,
  target: () => '',
  detail: ({ api_enabled }) => ({ api_enabled }),
  async run({ database }, { church }, { api_enabled = true }) {
    await setChurch(database, church.id, { api_enabled }, OPTIONAL_MODULES)
    return JSON.stringify(await settingsOf(database, church))
  },
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
  notice_emails: string[]
  /** Roles that work in the console only with a second factor. */
  second_factor_roles: string[]
  api_enabled: boolean
  modules: string[]
  limits: { people: Use; keys: Use; webhooks: Use }
}

interface Row extends Omit<ChurchSettingsShown, 'limits'> {
  people_limit: number | null
  key_limit: number | null
  webhook_limit: number | null
  people: string
  keys: number
  webhooks: number
}

async function settingsOf(database: Database, { id }: Church): Promise<ChurchSettingsShown> {
  const row = await database.read.first<Row>(sql`
    select name, slug, country, currency, timezone, notice_emails, second_factor_roles, api_enabled, modules, people_limit,
      key_limit, webhook_limit,
      (select coalesce(sum(n), 0)::text from ${tallyRows(id, 'people')} where not removed) as people,
      (select count(*) from api_keys k where k.church_id = c.id and k.revoked_at is null) as keys,
      (select count(*) from webhook_endpoints w where w.church_id = c.id) as webhooks
    from churches c where id = ${id}`)
  if (row === undefined) throw new Error('The church is gone.')
  const { people_limit, key_limit, webhook_limit, people, keys, webhooks, ...shown } = row
  return {
    ...shown,
    limits: {
      people: { used: Number(people), limit: people_limit },
      keys: { used: keys, limit: key_limit },
      webhooks: { used: webhooks, limit: webhook_limit },
    },
  }
}

export const CHURCH_VIEW = view({
  name: 'church',
  fields: {},
  run: async ({ database }, { church }) => JSON.stringify(await settingsOf(database, church)),
})

export const CHURCH_OPERATIONS = [setOperation, setApiOperation]
