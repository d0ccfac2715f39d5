/** Serves the routes of the modules: pages and callbacks beside the API, without a key (see route/route.ts). */
import { asApiError } from '../db/faults.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { faultPage } from '../public-routes/page.ts'
import { NOTHING, type PublicReply, type PublicRoute, plain, type Visitor } from '../public-routes/public-route.ts'
import type { Language } from '../texts/language.ts'
import { ALLOWANCES } from './allowances.ts'
import type { Limits, LinkLimit, Refusals } from './limits.ts'
import { header, type Reply, type Request } from './message.ts'
import type { RequestOutcome } from './pipeline.ts'
import { readBytes } from './read-body.ts'
import { type EndTurn, Turns } from './turns.ts'

export interface PublicRoutes {
  /** Undefined for a path that leads to no route. */
  answer(request: Request): Promise<Omit<RequestOutcome, 'operation'> | undefined>
  /** A path as the log may show it: without the secrets that some have. */
  shownPath(path: string): string
}

/** What an address may do at routes. */
interface PublicRouteLimits {
  /** How often it may come. */
  visits: Limits
  /** How many forms it may send to routes where these make work. */
  forms: Limits
  /** How many forms may come by one link without an account. */
  links: LinkLimit
  /** How often it may be refused where its visits are not counted. */
  refusals: Refusals
}

/**
 * @param baseUrl public address of the service, as those who signed a callback know it
 * @param languageFor what a browser asks for in its `Accept-Language`
 */
export function publicRoutes(
  routes: readonly PublicRoute[],
  limits: PublicRouteLimits,
  baseUrl: () => string,
  languageFor: (accepted: string | undefined) => Language,
): PublicRoutes {
  const turns = new Turns(ALLOWANCES.visits.most)
  const find = (path: string): PublicRoute | undefined =>
    routes.find(({ root }) => path === root || path.startsWith(`${root}/`))
  return {
    async answer(request) {
      const route = find(request.path)
      if (route === undefined) return undefined
      const language = languageFor(header(request, 'accept-language'))
      try {
        await admit(route, request, limits)
        const admitForm = () => limits.forms.admitAddress(request.ip)
        const admitLink = (link: string) => limits.links.admit(link)
        const endTurn = await turns.take(addressSubject(request.ip))
        const visited = visit(route, request, { baseUrl: baseUrl(), language, endTurn, admitForm, admitLink })
        const reply = toReply(await visited.finally(endTurn), request.method === 'HEAD')
        // Who tries addresses out is counted, whatever the route.
        if (route.unlimited && (reply.status === 403 || reply.status === 404)) limits.refusals.note(request.ip)
        return { reply }
      } catch (error) {
        const { status, message, headers, cause } = asApiError(error)
        const reply = toReply(route.forPeople ? faultPage(language, status, message) : plain(status, `${message}\n`))
        return { reply: { ...reply, headers: { ...reply.headers, ...headers } }, fault: cause }
      }
    },
    shownPath: path => {
      const route = find(path)
      return route?.secretPath ? `${route.root}/…` : path
    },
  }
}

/** Before anything is looked up or read. @throws ApiError `rate_limited` */
async function admit(route: PublicRoute, { ip }: Request, { visits, refusals }: PublicRouteLimits): Promise<void> {
  if (route.unlimited) refusals.check(ip)
  else await visits.admitAddress(ip)
}

/** The turn ends when the body is asked for: nobody's waits for what another one at the same address is slow to send. */
async function visit(
  route: PublicRoute,
  request: Request,
  {
    baseUrl,
    endTurn,
    ...met
  }: { baseUrl: string; endTurn: EndTurn } & Pick<Visitor, 'language' | 'admitForm' | 'admitLink'>,
): Promise<PublicReply> {
  const { method, search, ip } = request
  const path = parts(request.path.slice(route.root.length))
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
    ...met,
  }
  return await route.answer({
    ...visitor,
    async request() {
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

const toReply = ({ status, headers = {}, body = '', stream }: PublicReply, head = false): Reply => {
  if (head) stream?.destroy()
  return { status, headers, body, ...(stream !== undefined && !head && { stream }) }
}
