/** A TCP proxy that can be told to cut a connection, or to swallow what comes back, at an exact moment. */
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** One connection through the proxy. */
export interface Link {
  client: Socket
  server: Socket
  /** From now on what the server sends is kept from the client. */
  swallow: boolean
  /** Both ends are gone at once, without a goodbye. */
  cut(): void
}

/** Looks at what passes; `true` stops the chunk from passing on. */
export interface Watch {
  /** From the client to the server. */
  request?(chunk: Buffer, link: Link): boolean | undefined
  /** From the server to the client. */
  response?(chunk: Buffer, link: Link): boolean | undefined
}

export interface TcpProxy {
  port: number
  /** What is watched; may be replaced at any time. */
  watch: Watch
  /** Cuts every connection that is open. */
  cutAll(): void
  /** Refuses new connections, or takes them again. */
  refuse: boolean
  close(): Promise<void>
}

/** Starts a proxy on a free port of the loopback address. */
export async function startProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const links = new Set<Link>()
  const listener = createServer(client => {
    if (proxy.refuse) return void client.destroy()
    const link = join(client, connect(target), () => proxy.watch)
    links.add(link)
    client.once('close', () => links.delete(link))
  })
  await new Promise<void>(resolve => listener.listen(0, '127.0.0.1', resolve))
  const proxy: TcpProxy = {
    port: (listener.address() as AddressInfo).port,
    watch: {},
    refuse: false,
    cutAll() {
      for (const link of links) link.cut()
    },
    async close() {
      proxy.cutAll()
      await new Promise(resolve => listener.close(resolve))
    },
  }
  return proxy
}

function join(client: Socket, server: Socket, watch: () => Watch): Link {
  const link: Link = {
    client,
    server,
    swallow: false,
    cut() {
      client.resetAndDestroy()
      server.destroy()
    },
  }
  for (const socket of [client, server]) {
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
  }
  client.on('data', chunk => {
    if (watch().request?.(chunk, link) !== true) server.write(chunk)
  })
  server.on('data', chunk => {
    if (watch().response?.(chunk, link) !== true && !link.swallow) client.write(chunk)
  })
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
  return link
}
