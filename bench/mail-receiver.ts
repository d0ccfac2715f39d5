/** The mail server of the table of messages, a process of its own: it takes every mail at once (SMTP, RFC 5321) and counts. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { answerAsks, now } from './webhook-talk.ts'

/** What the mail server can be asked. */
export interface MailAsks {
  /** Forgets everything. */
  reset(): void
  count(): number
  /** Milliseconds from the first mail to the last. */
  took(): number
}

let count = 0
let [first, last] = [0, 0]

function noteMail(): void {
  last = now()
  if (count === 0) first = last
  count += 1
}

const ANSWERS: Record<string, string> = { DATA: '354 Go on', QUIT: '221 Bye' }

/** Answers line by line; what a client sends in one go is answered in one go. */
function serve(socket: Socket): void {
  let rest = ''
  let inMail = false
  const answerTo = (line: string): string => {
    if (inMail) {
      if (line !== '.') return ''
      inMail = false
      noteMail()
      return '250 Taken\r\n'
    }
    const verb = line.slice(0, 4).toUpperCase()
    inMail = verb === 'DATA'
    return `${ANSWERS[verb] ?? '250 OK'}\r\n`
  }
  socket.setEncoding('latin1').write('220 bench ESMTP\r\n')
  socket.on('error', () => undefined)
  socket.on('data', text => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop() ?? ''
    const answers = lines.map(answerTo).join('')
    if (answers.endsWith('221 Bye\r\n')) socket.end(answers)
    else if (answers !== '') socket.write(answers)
  })
}

answerAsks<MailAsks>({
  reset() {
    count = 0
  },
  count: () => count,
  took: () => last - first,
})
const server = createServer(serve).listen(0, '127.0.0.1')
await once(server, 'listening')
process.on('disconnect', () => process.exit())
process.send?.((server.address() as AddressInfo).port)
