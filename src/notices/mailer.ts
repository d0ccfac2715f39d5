/** Sends mail by SMTP: one transport for the whole node. */
import type { NodemailerError } from 'nodemailer'
import { lazily } from '../lib/lazily.ts'
import { transportOptions } from '../lib/smtp-transport.ts'

const library = lazily<typeof import('nodemailer')>('nodemailer')

export interface MailerOptions {
  /** Such as `smtp://user:password@mail.example.org:587`, as the settings have checked it. */
  url: string
  /** The address that mail comes from. */
  from: string
  /** Milliseconds for connecting, for the greeting, and for each silence after that; all of it may take twice as long. */
  timeout?: number
}

export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  /** The same each time the same mail is sent, unlike any other: receivers can tell a mail that comes twice. */
  name: string
}

/** A mail that nobody accepted. The message may hold addresses; code and status do not. */
export class MailFault extends Error {
  /** Such as `ESOCKET` or `EENVELOPE`. */
  readonly code: string | undefined
  /** What the mail server answered, such as 550. */
  readonly status: number | undefined

  constructor(message: string, { code, responseCode }: Pick<NodemailerError, 'code' | 'responseCode'> = {}) {
    super(message)
    this.code = code
    this.status = responseCode
  }
}

const TIMEOUT_MS = 20_000
const KEPT_CHARACTERS = 500

/** The text of a mail: an empty line between its paragraphs. */
export const paragraphs = (...texts: readonly string[]): string => `${texts.join('\n\n')}\n`

/** The way to the mail server. */
export class Mailer {
  readonly #transport
  readonly #from: string
  readonly #timeout: number

  constructor({ url, from, timeout = TIMEOUT_MS }: MailerOptions) {
    this.#transport = library().createTransport(transportOptions(url, timeout))
    this.#from = from
    this.#timeout = timeout
  }

  /**
   * Sends one mail; never longer than twice the timeout.
   * @returns what the server said about addresses that it refused while it accepted others; null where there are none
   * @throws MailFault when no address was accepted
   */
  async send({ to, subject, text, name }: Mail, stop: AbortSignal): Promise<string | null> {
    const late = AbortSignal.timeout(2 * this.#timeout)
    try {
      const { rejectedErrors = [] } = await this.#transport.sendMail({
        from: { name: 'Sexton', address: this.#from },
        to: [...to],
        subject,
        text,
        messageId: `<${name}@${this.#from.split('@')[1]}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: AbortSignal.any([late, stop]),
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      return rejectedErrors.length > 0 ? plain(rejectedErrors.map(error => error.message).join('; ')) : null
    } catch (error) {
      const fault = error as NodemailerError
      if (fault.code !== 'EABORT') throw new MailFault(plain(fault.message), fault)
      throw new MailFault(stop.aborted ? 'Sending was stopped.' : 'The mail server took too long.', fault)
    }
  }

  close(): void {
    this.#transport.close()
  }
}

/** What another server said, as one line that PostgreSQL can keep. */
const plain = (text: string): string => text.slice(0, KEPT_CHARACTERS).replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
