/** `sexton serve` as a production runs it: a process of its own, with the settings of a test. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import type { Json } from '../support/service.ts'

const ENTRY = path.resolve(import.meta.dirname, '../support/cli-entry.mjs')

export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  text: string
  json(): Json
}

export interface Served {
  /** What it wrote so far. */
  output(): string
  /** Where it says that it serves. */
  said: string
  port: number
  host: string
  /** Asks it. @param from the address to come from */
  ask(path: string, headers?: Record<string, string>, method?: string, from?: string): Promise<Answered>
  /** Sends bytes on a connection of its own, which is not read until it is resumed. */
  send(text: string, from?: string): Promise<Socket>
  /** What clients hold, by the metrics. */
  held(): Promise<Record<string, number>>
  /** Asks it to end, if it has not. @returns its exit code */
  stop(): Promise<number | null>
}

/** Starts it; done when it says that it serves. @param env its settings, and no others */
export async function serve(env: Record<string, string>): Promise<Served> {
  const child = spawn(process.execPath, [ENTRY, 'serve'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', chunk => {
      output += chunk
    })
  }
  const said = await line(child, () => output)
  const local = /localhost:(\d+)/.exec(said)?.[1]
  const port = Number(local ?? assert.fail(said))
  const host = env.HOST ?? '127.0.0.1'
  const sockets: Socket[] = []
  const ask: Served['ask'] = async (path, headers = {}, method = 'GET', from = '127.0.0.1') => {
    const options = { host, port, path, method, headers, localAddress: from, agent: false as const }
    const sent = request(options).end()
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    return { status: answer.statusCode ?? 0, headers: answer.headers, text, json: () => JSON.parse(text) as Json }
  }
  return {
    output: () => output,
    said,
    port,
    host,
    ask,
    async send(text, from = '127.0.0.1') {
      const socket = connect({ host, port, localAddress: from })
      sockets.push(socket)
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write(text)
      return socket
    },
    async held() {
      const { text } = await ask('/metrics')
      const lines = text.matchAll(/^sexton_held\{what="(\w+)"\} (\d+)$/gm)
      return Object.fromEntries([...lines].map(([, what, count]) => [what, Number(count)]))
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      for (const socket of sockets) socket.destroy()
      return code as number | null
    },
  }
}

async function line(child: ChildProcess, output: () => string): Promise<string> {
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  for (;;) {
    const said = /^Sexton serves on .*$/m.exec(output())?.[0]
    if (said !== undefined) return said
    if (ended) throw new Error(`It did not start: ${output()}`)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
