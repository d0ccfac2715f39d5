/** Serves the doors of the modules: pages and callbacks beside the API, without a key (see door/door.ts). */
import { asApiError } from '../db/faults.ts'
import { type Door, type DoorReply, NOTHING, plain, type Visitor } from '../door/door.ts'
import { faultPage } from '../door/page.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { ALLOWANCES } from './allowances.ts'
import type { Limits, Refusals } from './limits.ts'
import type { Reply, Request } from './message.ts'
import type { Outcome } from './pipeline.ts'
import { readBytes } from './read-body.ts'
import { type EndTurn, Turns } from './turns.ts'

export interface Doorway {
  /** Undefined for a path that leads to no door. */
  answer(request: Request): Promise<Omit<Outcome, 'operation'> | undefined>
  /** A path as the log may show it: without the secrets that some have. */
  shownPath(path: string): string
}

/** What an address may do at doors. */
export interface DoorLimits {
  /** How often it may come. */
  visits: Limits
  /** How many forms it may send to doors where these make work. */
  forms: Limits
  /** How often it may be refused where its visits are not counted. */
  refusals: Refusals
}

/** @param baseUrl public address of the service, as those who signed a callback know it */
export function doorway(doors: readonly Door[], limits: DoorLimits, baseUrl: () => string): Doorway {
  const turns = new Turns(ALLOWANCES.visits.most)
  const find = (path: string): Door | undefined =>
    doors.find(({ root }) => path === root || path.startsWith(`${root}/`))
  return {
    async answer(request) {
      const door = find(request.path)
      if (door === undefined) return undefined
      try {
        await admit(door, request, limits)
        const admitForm = () => limits.forms.admitAddress(request.ip)
        const endTurn = await turns.take(addressSubject(request.ip))
        const reply = toReply(await visit(door, request, baseUrl(), { endTurn, admitForm }).finally(endTurn))
        // Who tries addresses out is counted, whatever the door.
        if (door.unlimited && (reply.status === 403 || reply.status === 404)) limits.refusals.note(request.ip)
        return { reply }
      } catch (error) {
        const { status, message, headers, cause } = asApiError(error)
        const reply = toReply(door.forPeople ? faultPage(status, message) : plain(status, `${message}\n`))
        return { reply: { ...reply, headers: { ...reply.headers, ...headers } }, fault: cause }
      }
    },
    shownPath: path => {
      const door = find(path)
      return door?.secretPath ? `${door.root}/…` : path
    },
  }
}

/** Before anything is looked up or read. @throws ApiError `rate_limited` */
async function admit(door: Door, { ip }: Request, { visits, refusals }: DoorLimits): Promise<void> {
  if (door.unlimited) refusals.check(ip)
  else await visits.admitAddress(ip)
}

/** The turn ends when the body is asked for: nobody's waits for what another one at the same address is slow to send. */
async function visit(
  door: Door,
  request: Request,
  baseUrl: string,
  { endTurn, admitForm }: { endTurn: EndTurn; admitForm: Visitor['admitForm'] },
): Promise<DoorReply> {
  const { method, search, ip } = request
  const path = parts(request.path.slice(door.root.length))
  if (path === undefined) return NOTHING
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return { ...plain(405, 'Send GET or POST.\n'), headers: { Allow: 'GET, HEAD, POST' } }
  }
  const visitor = {
    method: method === 'POST' ? ('POST' as const) : ('GET' as const),
    path,
    url: `${baseUrl}${request.path}${search === '' ? '' : `?${search}`}`,
    search: new URLSearchParams(search),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    ip,
    admitForm,
  }
  return await door.answer({
    ...visitor,
    async knock() {
      endTurn()
      return { ...visitor, body: method === 'POST' ? await readBytes(request) : Buffer.alloc(0) }
    },
  })
}

/** The parts of a path, decoded; undefined where it cannot be. */
function parts(path: string): string[] | undefined {
  try {
    return path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return undefined
  }
}

const toReply = ({ status, headers = {}, body = '' }: DoorReply): Reply => ({ status, headers, body })
