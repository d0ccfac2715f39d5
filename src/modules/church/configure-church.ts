/** What whoever runs the service sets of a church on the command line: all that can be set, its limits among it. */
import { action } from '../../resource/action.ts'
import { NOBODY } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { setChurch } from './churches.ts'
import { followed } from './node-lease.ts'

/** Of modules, addresses and roles. */
const MOST = 100

const limit = () => field.integer(0).nullable().settable()

/** Lists and texts are checked together, by the rules of a church; every server follows. */
export const configureChurch = action({
  name: 'church.configure',
  may: NOBODY,
  fields: {
    name: field.line().settable(),
    country: field.text().settable(),
    timezone: field.text().settable(),
    language: field.text().nullable().settable(),
    languages: field.texts(MOST).settable(),
    status: field.oneOf(['active', 'inactive']).settable(),
    api_enabled: field.boolean().settable(),
    modules: field.texts(MOST).settable(),
    people_limit: limit(),
    key_limit: limit(),
    webhook_limit: limit(),
    notice_emails: field.texts(MOST).settable(),
    second_factor_roles: field.texts(MOST).settable(),
  },
  async run(tx, { caller, house, clock }, settings) {
    const version = await setChurch(tx, caller.church.id, settings, house, clock.now())
    return { version, shown: settings }
  },
  finish: followed<object>,
})
