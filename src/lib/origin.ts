/** Origins of web pages (WHATWG URL, Origin): scheme, host and port, as a browser says where a request comes from. */
import { readUrl } from './read-url.ts'

const FORM = /^(?:(https?):\/\/)?([^\s/?#@\\*]+)(?:[/?#].*)?$/i
/** Pages on the developer's own machine; browsers trust them without TLS. */
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Reads the origin of a page from its address as people write or copy it: in any case, an international name included, with
 * what comes behind the host cut off, and https where no scheme is said of a name with a dot.
 * @returns it as browsers send it (`https://www.example.org`), or undefined for what has none: a wildcard, a user, or http
 *   on another host than this machine
 */
export function readOrigin(text: string): string | undefined {
  const [, scheme, host = ''] = FORM.exec(text.trim()) ?? []
  const start = host === '' ? undefined : readUrl(`${scheme ?? 'https'}://${host}`)
  if (start === undefined || (scheme === undefined && !/^[^.:]+\.[^:]+$/.test(host))) return undefined
  const { protocol, hostname, origin } = start
  return protocol === 'https:' || OWN_MACHINE.has(hostname) ? origin : undefined
}
