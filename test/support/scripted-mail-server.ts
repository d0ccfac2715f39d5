/** A mail server that answers each command as a test has written it, also with what is no SMTP. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/**
 * What to say to a command, by its first word; `greeting` is said before any, `content` after the mail's last line. A
 * function gets the command, that of `content` the mail. DROP closes the connection, RESET does so without a good-bye,
 * CUT in the middle of a yes; HANG says nothing. Commands that are not named are answered as a good server does.
 */
export type Script = Readonly<Record<string, string | ((line: string) => string)>>

export const DROP = 'drop'
export const RESET = 'reset'
export const CUT = 'cut'
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
    let [rest, inContent, mail] = ['', false, '']
    const answer = (step: string, line: string, told = line): void => {
      heard.push(line)
      for (const look of waiting) look()
      const say = script[step] ?? GOOD[step] ?? '250 fine'
      const reply = typeof say === 'string' ? say : say(told)
      if (reply === DROP) socket.destroy()
      else if (reply === RESET) socket.resetAndDestroy()
      else if (reply === CUT) socket.end('250-2.0.0 O')
      else if (reply !== HANG) socket.write(`${reply}\r\n`)
      inContent = step === 'DATA' && reply.startsWith('354')
    }
    answer('greeting', 'greeting')
    socket.on('data', chunk => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (!inContent) answer(line.split(' ')[0] ?? '', line)
        else if (line !== '.') mail += `${line.replace(/^\./, '')}\r\n`
        else {
          answer('content', 'content', mail)
          mail = ''
        }
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
