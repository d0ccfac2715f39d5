/** Serves the doors of the modules: pages and callbacks beside the API, without a key (see door/door.ts). */
import { asApiError } from '../db/faults.ts'
import { type Door, type DoorReply, type Knock, NOTHING, plain } from '../door/door.ts'
import { faultPage } from '../door/page.ts'
import type { Limits } from './limits.ts'
import type { Reply, Request } from './message.ts'
import type { Outcome } from './pipeline.ts'
import { readBytes } from './read-body.ts'

export interface Doorway {
  /** Undefined for a path that leads to no door. */
  answer(request: Request): Promise<Omit<Outcome, 'operation'> | undefined>
  /** A path as the log may show it: without the secrets that some have. */
  shownPath(path: string): string
}

/** How often an address may come; and how many forms it may send to doors where these make work. */
export interface DoorLimits {
  visits: Limits
  forms: Limits
}

/** @param baseUrl public address of the service, as those who signed a callback know it */
export function doorway(doors: readonly Door[], { visits, forms }: DoorLimits, baseUrl: () => string): Doorway {
  const find = (path: string): Door | undefined =>
    doors.find(({ root }) => path === root || path.startsWith(`${root}/`))
  return {
    async answer(request) {
      const door = find(request.path)
      if (door === undefined) return undefined
      try {
        if (!door.unlimited) await visits.admitAddress(request.ip)
        const reply = toReply(await knock(door, request, baseUrl(), () => forms.admitAddress(request.ip)))
        // Who tries addresses out is counted, whatever the door.
        if (door.unlimited && (reply.status === 403 || reply.status === 404)) await visits.admitAddress(request.ip)
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

async function knock(door: Door, request: Request, baseUrl: string, admitForm: Knock['admitForm']): Promise<DoorReply> {
  const { method, search, ip } = request
  const path = parts(request.path.slice(door.root.length))
  if (path === undefined) return NOTHING
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return { ...plain(405, 'Send GET or POST.\n'), headers: { Allow: 'GET, HEAD, POST' } }
  }
  return await door.answer({
    method: method === 'POST' ? 'POST' : 'GET',
    path,
    url: `${baseUrl}${request.path}${search === '' ? '' : `?${search}`}`,
    search: new URLSearchParams(search),
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    body: method === 'POST' ? await readBytes(request) : Buffer.alloc(0),
    ip,
    admitForm,
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
