/** Serves the routes of the modules: pages and callbacks beside the API, without a key (see route/route.ts). */
import { asApiError } from '../db/faults.ts'
import { addressSubject } from '../lib/address-subject.ts'
import { endedPage, faultPage } from '../public-routes/fault-page.ts'
import { NOTHING, type PublicReply, type PublicRoute, plain, type Visitor } from '../public-routes/public-route.ts'
import type { Language } from '../texts/language.ts'
import { type ChurchLanguages, languageShown, offeredBy, type Speech, withLanguage } from '../texts/spoken.ts'
import { ALLOWANCES } from './allowances.ts'
import { chosenAppearance } from './appearance.ts'
import { type AskedLanguages, askedLanguages, choicesOf, PAGE_COOKIE } from './asked-languages.ts'
import type { Limits, LinkLimit, Refusals } from './limits.ts'
import type { Reply, Request } from './message.ts'
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
 * @param speech the language of who asks for none that there is, where no church is known
 */
export function publicRoutes(
  routes: readonly PublicRoute[],
  limits: PublicRouteLimits,
  baseUrl: () => string,
  speech: Speech,
): PublicRoutes {
  const turns = new Turns(ALLOWANCES.visits.most)
  const find = (path: string): PublicRoute | undefined =>
    routes.find(({ root }) => path === root || path.startsWith(`${root}/`))
  return {
    async answer(request) {
      const route = find(request.path)
      if (route === undefined) return undefined
      const asked = askedLanguages(request)
      const unplaced = {
        ...languageShown(withLanguage(NO_CHURCH, speech), asked.chosen, asked.kept, asked.accepted),
        ...chosenFor(request),
      }
      // What goes wrong later is said in the language of the page that it went wrong on.
      let spoken = unplaced
      const languageAt = (church: ChurchLanguages): Language => {
        spoken = pageLanguage(route, request, withLanguage(church, speech), asked)
        return spoken
      }
      try {
        await admit(route, request, limits)
        const admitForm = () => limits.forms.admitAddress(request.ip)
        const admitLink = (link: string) => limits.links.admit(link)
        const endTurn = await turns.take(addressSubject(request.ip))
        const visited = visit(route, request, {
          baseUrl: baseUrl(),
          unplaced,
          languageAt,
          endTurn,
          admitForm,
          admitLink,
        })
        const found = await visited.finally(endTurn)
        // Only who had a secret link knows of the church already.
        const ended = route.secretPath ? spoken : unplaced
        const shown = route.forPeople && found.body === NOTHING.body ? endedPage(ended) : found
        const reply = toReply(shown, request.method === 'HEAD')
        if (route.forPeople) Object.assign(reply.headers, keptChoice(asked, baseUrl()))
        // Who tries addresses out is counted, whatever the route.
        if (route.unlimited && (reply.status === 403 || reply.status === 404)) limits.refusals.note(request.ip)
        return { reply }
      } catch (error) {
        const fault = asApiError(error)
        const { status, message, headers, cause } = fault
        const reply = toReply(route.forPeople ? faultPage(spoken, fault) : plain(status, `${message}\n`))
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
    languageAt,
    ...met
  }: { baseUrl: string; endTurn: EndTurn; languageAt(church: ChurchLanguages): Language } & Pick<
    Visitor,
    'unplaced' | 'admitForm' | 'admitLink'
  >,
): Promise<PublicReply> {
  const { method, search, ip } = request
  const path = parts(request.path.slice(route.root.length))
  if (path === undefined) return NOTHING
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return { ...plain(405, 'Send GET or POST.\n'), headers: { Allow: 'GET, HEAD, POST' } }
  }
  const person = {
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
  const speaking = (language: Language): Visitor => ({
    ...person,
    language,
    at: church => speaking(languageAt(church)),
    async request() {
      endTurn()
      return { ...person, language, body: method === 'POST' ? await readBytes(request) : Buffer.alloc(0) }
    },
  })
  return await route.answer(speaking(met.unplaced))
}

/** Where no church is known yet, all languages are offered. */
const NO_CHURCH: ChurchLanguages = { language: null, country: null, languages: [] }

const YEAR_S = 31_536_000

/** How a page is to look, where that was chosen on the device. */
function chosenFor(request: Request): Pick<Language, 'appearance'> {
  const appearance = chosenAppearance(request)
  return appearance === undefined ? {} : { appearance }
}

/** The language of a page of a route; one that is looked at, and not sent a form to, has the others to choose from. */
function pageLanguage(
  { guide }: PublicRoute,
  request: Request,
  church: ChurchLanguages,
  { chosen, kept, accepted }: AskedLanguages,
): Language {
  const shown = languageShown(church, chosen, kept, accepted)
  const language = { ...shown, ...chosenFor(request), ...(guide !== undefined && { guide }) }
  if (request.method === 'POST') return language
  return { ...language, choices: choicesOf(offeredBy(church), request.search) }
}

/** Keeps what was chosen for the pages that follow: a cookie that no script reads. */
const keptChoice = ({ chosen }: AskedLanguages, baseUrl: string): Record<string, string> => {
  if (chosen === undefined) return {}
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return { 'Set-Cookie': `${PAGE_COOKIE}=${chosen}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax; HttpOnly${secure}` }
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
