/** Which roles a church lets work only with a second factor. */
import { Problems } from '../errors.ts'
import { setChurch } from '../modules/church/churches.ts'
import { operation } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { ROLES } from '../sign-in/roles.ts'

/** Who has such a role and no second factor sets one up, and does nothing else until then; it holds from the next request. */
const setSecondFactor = operation({
  name: 'church.set_second_factor',
  fields: { roles: field.texts(ROLES.length).settable() },
  stepUp: true,
  target: () => '',
  detail: ({ roles = [] }) => ({ roles }),
  async run({ database }, { church }, { roles = [] }) {
    const strange = roles.filter(role => !ROLES.some(known => known === role))
    const problems = new Problems()
    if (strange.length > 0) problems.add('roles', `must be of ${ROLES.join(', ')}`)
    problems.throwIfAny()
    await setChurch(database, church.id, { second_factor_roles: roles }, [])
    return JSON.stringify({ roles })
  },
})

export const DEMAND_OPERATIONS = [setSecondFactor]
