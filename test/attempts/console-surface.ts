/** Everything that the pages of the console can ask of a church, from what is declared: with bodies that would be taken. */
import { belongsTo, bodyOf, idFields, OFFERS, type Offer } from '../isolation/offers.ts'
import { ENDPOINTS, LEAST_BODY } from '../support/endpoints.ts'
import { ACTIONS, mayDo, type Role, scopesOf } from '../support/rights.ts'

/** Something that can be asked. */
export interface Ask {
  kind: 'action' | 'view' | 'read' | 'write'
  /** The permission of an action or view, the scope of the others. */
  needs: string
  method: string
  /** Behind the church's own. */
  path: string
  body: object | undefined
  /** Whether the password is wanted again. */
  stepUp: boolean
}

/** Ids that an asker could use, by resource or table. */
export type Ids = (kind: string) => number

const STEP_UP = new Set(ACTIONS.flatMap(({ name, stepUp }) => (stepUp ? [name] : [])))

function askOf(offer: Offer, ids: Ids): Ask {
  const refs = Object.fromEntries(idFields(offer).map(field => [field, ids(belongsTo(offer, field) ?? '')]))
  const body = bodyOf(offer, 'ZZ-1-99-1', refs) as Record<string, unknown>
  const { kind, name } = offer
  if (kind === 'action') {
    const path = `/actions/${name}`
    return { kind, needs: name, method: 'POST', path, body, stepUp: STEP_UP.has(name) }
  }
  const query = new URLSearchParams(Object.entries(body).map(([key, value]): [string, string] => [key, String(value)]))
  return { kind, needs: name, method: 'GET', path: `/views/${name}?${query}`, body: undefined, stepUp: false }
}

/** All of it. */
export const consoleAsks = (ids: Ids): Ask[] => [
  ...OFFERS.map(offer => askOf(offer, ids)),
  ...ENDPOINTS.map(({ method, path, resource, operation, scope }): Ask => {
    const writes = operation.kind === 'write'
    return {
      kind: writes ? 'write' : 'read',
      needs: scope,
      method,
      path: path.replace('/api/v1', '').replace('{id}', String(ids(resource.name))),
      body: writes ? (LEAST_BODY[resource.name] ?? {}) : undefined,
      stepUp: false,
    }
  }),
]

/** Whether the table of roles lets somebody ask it. @param limited to a branch */
export const isAllowed = ({ kind, needs }: Ask, role: Role, limited: boolean): boolean =>
  kind === 'action' || kind === 'view' ? mayDo(role, needs, limited) : scopesOf(role).includes(needs)
