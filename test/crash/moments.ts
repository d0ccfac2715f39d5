/** Exact moments of a transaction, as they can be told from outside: by what passes between node and PostgreSQL. */
import type { Link, TcpProxy } from '../support/proxy.ts'

const COMMIT = 'commit\0'
const COMMITTED = 'COMMIT\0'

/** What is done at the moment, once. */
type Act = (link: Link) => void

/** The transaction that names `marker` is committed; its answer never reaches the node. */
export function afterCommit(proxy: TcpProxy, marker: string, act: Act): void {
  const marked = new Set<Link>()
  proxy.watch = {
    request(chunk, link) {
      if (chunk.includes(marker)) marked.add(link)
      if (marked.has(link) && chunk.includes(COMMIT)) link.swallow = true
      return false
    },
    response(chunk, link) {
      if (link.swallow && chunk.includes(COMMITTED)) once(proxy, link, act)
      return link.swallow
    },
  }
}

/** The transaction that names `marker` has done everything, but its commit never reaches PostgreSQL. */
export function beforeCommit(proxy: TcpProxy, marker: string, act: Act): void {
  const marked = new Set<Link>()
  proxy.watch = {
    request(chunk, link) {
      if (chunk.includes(marker)) marked.add(link)
      if (!marked.has(link) || !chunk.includes(COMMIT)) return false
      once(proxy, link, act)
      return true
    },
  }
}

/** The statement that names `marker` has been sent, and nothing after it. */
export function midTransaction(proxy: TcpProxy, marker: string, act: Act): void {
  proxy.watch = {
    request(chunk, link) {
      if (!chunk.includes(marker)) return false
      link.server.write(chunk)
      once(proxy, link, act)
      return true
    },
  }
}

/** The node begins to answer the request that came on a connection; the client gets none of it. */
export function atResponse(proxy: TcpProxy, act: Act): void {
  proxy.watch = {
    response(_chunk, link) {
      once(proxy, link, act)
      return true
    },
  }
}

function once(proxy: TcpProxy, link: Link, act: Act): void {
  proxy.watch = {}
  act(link)
}
