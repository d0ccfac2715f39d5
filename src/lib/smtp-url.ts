/** Reads the address of a mail server. */
import { readUrl } from './read-url.ts'

/** A mail server and how to log in to it. */
interface SmtpServer {
  host: string
  /** Undefined: the usual one of the protocol, 587 or 465. */
  port: number | undefined
  /** TLS from the first byte (smtps); else the connection turns to TLS later (STARTTLS). */
  secure: boolean
  /** Undefined: no log-in. */
  login: { user: string; pass: string } | undefined
}

/** `smtp://user:password@host:port` or `smtps://…`; undefined for anything else, also where there is more behind it. */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const address = readUrl(text)
  if (address === undefined) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = address
  const rest = pathname.replace(/^\/$/, '') + search + hash
  const [host, user, pass] = [hostname.replace(/^\[(.*)\]$/, '$1'), username, password].map(decoded)
  if (!/^smtps?:$/.test(protocol) || rest !== '' || !host || user === undefined || pass === undefined) return undefined
  return {
    host,
    port: port === '' ? undefined : Number(port),
    secure: protocol === 'smtps:',
    login: user === '' ? undefined : { user, pass },
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
