/** A mail server on this machine that remembers what it got and answers as it is told. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A mail as it arrived. */
export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and text, as they were sent. */
  source: string
}

export interface MailServer {
  port: number
  url: string
  received: ReceivedMail[]
  /** Told of each address; what it throws is the answer, and while it does not return the server hangs. */
  recipient: (address: string) => void | Promise<void>
  /** The next mail that arrives. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

/** What a server answers that does not take an address. */
export const refusal = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code })

/** Starts one. @param options of smtp-server; log-in and TLS are off */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      Promise.resolve()
        .then(() => server.recipient(address))
        .then(() => done(), done)
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', chunk => chunks.push(chunk))
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        const mail = { from, to, source: Buffer.concat(chunks).toString('utf8') }
        server.received.push(mail)
        smtp.emit('mail', mail)
        done()
      })
    },
    ...options,
  })
  const open = new Set<Socket>()
  smtp.server.on('connection', socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // A client that gives up in the middle is nothing to end the tests for.
  smtp.on('error', () => undefined)
  await once(smtp.listen(0, '127.0.0.1'), 'listening')
  const { port } = smtp.server.address() as AddressInfo
  const server: MailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    recipient: () => undefined,
    next: () => new Promise(resolve => smtp.once('mail', resolve)),
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise<void>(resolve => smtp.close(resolve))
    },
  }
  return server
}
