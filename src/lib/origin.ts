/** Origins of web pages (WHATWG URL, Origin): scheme, host and port, as a browser says where a request comes from. */
const FORM = /^https?:\/\/[^\s/?#@\\*]+\/?$/i
/** Pages on the developer's own machine; browsers trust them without TLS. */
const OWN_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Reads the origin of a page, in any case, an international name included, with a slash at its end or without.
 * @returns it as browsers send it (`https://www.example.org`), or undefined for what is none: with a path, a wildcard or a
 *   user, or http on another host than this machine
 */
export function readOrigin(text: string): string | undefined {
  const trimmed = text.trim()
  if (!FORM.test(trimmed) || !URL.canParse(trimmed)) return undefined
  const { protocol, hostname, origin } = new URL(trimmed)
  return protocol === 'https:' || OWN_MACHINE.has(hostname) ? origin : undefined
}
