/** A mail server that answers each command as a test has written it, also with what is no SMTP. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * What to say to a command, by its first word; `greeting` is said before any, `content` after the mail's last line.
 * DROP closes the connection, HANG says nothing. Commands that are not named are answered as a good server does.
 */
export type Script = Readonly<Record<string, string | ((line: string) => string)>>

export const DROP = 'drop'
export const HANG = 'hang'

const GOOD: Script = { greeting: '220 hello', EHLO: '250 hello', DATA: '354 go on', content: '250 taken' }

export interface ScriptedMailServer {
  port: number
  url: string
  /** Commands, and `content` for each mail that came to its end. */
  heard: string[]
  /** Waits until a command has come that begins so. */
  hears(start: string): Promise<void>
  close(): Promise<void>
}

/** Starts one on this machine. */
export async function startScriptedMailServer(script: Script): Promise<ScriptedMailServer> {
  const open = new Set<Socket>()
  const heard: string[] = []
  const waiting = new Set<() => void>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('error', () => undefined)
    let [rest, inContent] = ['', false]
    const answer = (step: string, line: string): void => {
      heard.push(line)
      for (const look of waiting) look()
      const told = script[step] ?? GOOD[step] ?? '250 fine'
      const reply = typeof told === 'string' ? told : told(line)
      if (reply === DROP) socket.destroy()
      else if (reply !== HANG) socket.write(`${reply}\r\n`)
      inContent = step === 'DATA' && reply.startsWith('354')
    }
    answer('greeting', 'greeting')
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!inContent) answer(line.split(' ')[0] ?? '', line)
        else if (line === '.') answer('content', 'content')
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    heard,
    hears: start =>
      new Promise(resolve => {
        const look = (): void => {
          if (heard.some(line => line.startsWith(start))) resolve()
        }
        waiting.add(look)
        look()
      }),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
