/** Exact moments of a transaction, as they can be told from outside: by what passes between node and PostgreSQL. */
import type { Link, TcpProxy } from '../support/proxy.ts'

const COMMIT = 'commit\0'
const COMMITTED = 'COMMIT\0'

/**
 * Tells statements that name a marker. A connection that has a statement from before sends only the name that the node gave it: that
 * is learnt from where its text was sent.
 */
function naming(marker: string): (chunk: Buffer) => boolean {
  const names = new Set<string>()
  return chunk => {
    const at = chunk.indexOf(marker)
    if (at < 0) return [...names].some(name => chunk.includes(`\0${name}\0`))
    const before = chunk.subarray(0, chunk.lastIndexOf(0, at)).toString('latin1')
    const name = /s\d+$/.exec(before)?.[0]
    if (name !== undefined) names.add(name)
    return true
  }
}

/** What is done at the moment, once. */
type Act = (link: Link) => void

/** The transaction that names `marker` is committed; its answer never reaches the node. @param skip so many before it go through */
export function afterCommit(proxy: TcpProxy, marker: string, act: Act, skip = 0): void {
  const marked = new Set<Link>()
  const isMarked = naming(marker)
  let seen = 0
  proxy.watch = {
    request(chunk, link) {
      if (isMarked(chunk)) marked.add(link)
      if (!marked.has(link) || !chunk.includes(COMMIT)) return false
      marked.delete(link)
      seen += 1
      if (seen > skip) link.swallow = true
      return false
    },
    response(chunk, link) {
      if (link.swallow && chunk.includes(COMMITTED)) once(proxy, link, act)
      return link.swallow
    },
  }
}

/** The transaction that names `marker` has done everything, but its commit never reaches PostgreSQL. @param skip as above */
export function beforeCommit(proxy: TcpProxy, marker: string, act: Act, skip = 0): void {
  const marked = new Set<Link>()
  const isMarked = naming(marker)
  let seen = 0
  proxy.watch = {
    request(chunk, link) {
      if (isMarked(chunk)) marked.add(link)
      if (!marked.has(link) || !chunk.includes(COMMIT)) return false
      marked.delete(link)
      seen += 1
      if (seen <= skip) return false
      once(proxy, link, act)
      return true
    },
  }
}

/** The statement that names `marker` has been sent, and nothing after it. @param skip as above */
export function midTransaction(proxy: TcpProxy, marker: string, act: Act, skip = 0): void {
  const isMarked = naming(marker)
  let seen = 0
  proxy.watch = {
    request(chunk, link) {
      if (!isMarked(chunk)) return false
      seen += 1
      if (seen <= skip) return false
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
