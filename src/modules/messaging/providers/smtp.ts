/** E-mail by a mail server of the church's own (SMTP, RFC 5321). */
import { isIP, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import type { NodemailerError, SMTPTransportOptions } from 'nodemailer'
import type MailComposer from 'nodemailer/lib/mail-composer'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection'
import type { Account, AccountSettings } from '../../../account-settings.ts'
import { isEmailAddress } from '../../../lib/email.ts'
import { lazily } from '../../../lib/lazily.ts'
import { transportOptions } from '../../../lib/smtp-transport.ts'
import { readSmtpUrl } from '../../../lib/smtp-url.ts'
import { AddressNotAllowed } from '../../../outgoing/address-guard.ts'
import { guarded } from '../../../outgoing/connect.ts'
import { resolve } from '../../../outgoing/resolve.ts'
import { msg } from '../../../texts/language.ts'
import { passing, refused, unknown } from '../answers.ts'
import type { Outbound, Provider, SendResult } from '../provider.ts'

const composer = lazily<typeof MailComposer>('nodemailer/lib/mail-composer')
const connector = lazily<typeof SMTPConnection>('nodemailer/lib/smtp-connection')

const addressFault = (value: string): string | undefined =>
  isEmailAddress(value) ? undefined : msg('Not an email address, such as office@example.org.')

/** How a church may name itself in mails, whatever server sends them. */
export const SENDER_SETTINGS = {
  from_name: {
    title: 'From name',
    label: "Name that mail comes from; default the church's",
    secret: false,
    required: false,
  },
  reply_to: {
    title: 'Reply-to address',
    label: 'Address for answers; default `from`',
    secret: false,
    required: false,
    check: addressFault,
  },
} satisfies AccountSettings

/** A mail server; each church names its own. `network` is not used: SMTP is no HTTP. */
export const smtp: Provider = {
  name: 'smtp',
  title: 'Email by SMTP',
  channels: ['email'],
  settings: {
    url: {
      title: 'Mail server',
      label: 'Mail server with its username and password: smtp://user:password@host:587 or smtps://user:password@host',
      secret: true,
      required: true,
      host: true,
      check: value =>
        readSmtpUrl(value) === undefined
          ? msg('Not the address of a mail server, such as smtp://user:password@host:587.')
          : undefined,
    },
    from: {
      title: 'From address',
      label: 'Address that mail comes from',
      secret: false,
      required: true,
      check: addressFault,
    },
    ...SENDER_SETTINGS,
  },
  // There is no number that all mail servers share. Postfix lets a client have 50 connections at once
  // (smtpd_client_connection_count_limit), Exim 20 from all clients together (smtp_accept_max), Amazon SES starts with
  // 14 mails a second.
  rate: { perSecond: 10, atOnce: 5 },
  async send(message, { values, publicOnly }) {
    if (!isEmailAddress(message.to)) return refused('This is not an email address.', 'invalid_address')
    if (readSmtpUrl(values.url ?? '') === undefined || addressFault(values.from ?? '') !== undefined) {
      return refused('The settings `url` and `from` are needed.', 'provider_login')
    }
    return deliver(message, values as ReadyValues, publicOnly)
  },
}

type ReadyValues = Account['values'] & { url: string; from: string }

/** The same each time the same message is sent: receivers can tell a mail that comes twice. */
const messageId = ({ church, message_id, name = String(message_id) }: Outbound, from: string): string =>
  `<sexton-${church.id}-${name}@${domainToASCII(from.slice(from.lastIndexOf('@') + 1))}>`

function compose(message: Outbound, { from, from_name, reply_to }: ReadyValues): MailComposer {
  const { church, to, subject, body, unsubscribe_url, language } = message
  const Composer = composer()
  return new Composer({
    from: { name: from_name || church.name, address: from },
    to: { name: '', address: to },
    ...(reply_to && { replyTo: { name: '', address: reply_to } }),
    // nodemailer makes one line of it, and of the names.
    subject: subject ?? church.name,
    text:
      unsubscribe_url === null
        ? body
        : `${body.trimEnd()}\n\n${language.say('Unsubscribe: {address}', { address: unsubscribe_url })}\n`,
    messageId: messageId(message, from),
    ...(unsubscribe_url !== null && {
      headers: { 'List-Unsubscribe': `<${unsubscribe_url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  })
}

const NOT_PUBLIC = 'The mail server has a private, loopback or link-local address.'

/**
 * A connection to a mail server with a public address: the address is judged that is connected to, so a name that leads
 * into this service's own network is of no use.
 * @throws AddressNotAllowed
 */
function openPublic(
  { host = '', port, secure }: SMTPTransportOptions,
  timeout: number,
  { allowLoopback }: { allowLoopback: boolean },
): Promise<Socket> {
  const open = guarded({ resolve, allowLoopback, timeout })
  const name = isIP(host) === 6 ? `[${host}]` : host
  const url = new URL(`http://${name}:${port ?? (secure ? 465 : 587)}`)
  return open(url, AbortSignal.timeout(timeout))
}

/**
 * Sends one mail over a connection of its own. nodemailer's transport cannot say whether a connection broke before or
 * after the mail began to go out, so this drives the connection itself and watches when the content is asked for, which
 * is after the server has agreed to it (354).
 * @param publicOnly where the mail server must have a public address
 */
export async function deliver(
  message: Outbound,
  values: ReadyValues,
  publicOnly: Account['publicOnly'],
): Promise<SendResult> {
  const deadline = performance.now() + message.timeout
  const { auth, ...plain } = transportOptions(values.url, message.timeout)
  let options: SMTPConnectionOptions = plain
  try {
    if (publicOnly) options = { ...plain, connection: await openPublic(plain, message.timeout, publicOnly) }
  } catch (error) {
    if (error instanceof AddressNotAllowed) return refused(NOT_PUBLIC, 'address_not_allowed')
    return passing(error instanceof Error ? error.message : '')
  }
  const mail = compose(message, values).compile()
  const content = await mail.build()
  const Connector = connector()
  const connection = new Connector(options)
  return new Promise(resolve => {
    let begun = false
    const end = (result: SendResult): void => {
      clearTimeout(timer)
      connection.close()
      resolve(result)
    }
    const fail = (error: Error): void => end(meaning(error, begun))
    const late = (): void => fail(new Error(`no answer within ${message.timeout / 1000} s`))
    const timer = setTimeout(late, deadline - performance.now())
    const watched = new Readable({
      read() {
        begun = true
        this.push(content)
        this.push(null)
      },
    })
    const submit = (): void =>
      connection.send({ ...mail.getEnvelope(), size: content.length }, watched, error =>
        error ? fail(error) : end({ taken: true, provider_id: messageId(message, values.from) }),
      )
    connection.on('error', fail)
    connection.connect(error => {
      if (error) fail(error)
      else if (auth && connection.allowsAuth) connection.login(auth, refusal => (refusal ? fail(refusal) : submit()))
      else submit()
    })
  })
}

/**
 * What a failure means. `command` of nodemailer's errors tells what the server was asked; it is `CONN` where the
 * connection itself failed, and then only `begun` tells how far things were. A reply of 4yz or 5yz always means that the
 * mail was not taken, even after the last line of it (RFC 5321, 4.2.1).
 */
function meaning({ message, code, command, responseCode = 0, response }: NodemailerError, begun: boolean): SendResult {
  const replied = command !== 'CONN' && responseCode >= 400 && responseCode < 600
  if (begun && !replied) return unknown(message)
  if (code === 'EAUTH') {
    return responseCode >= 500 || command === 'API' ? loginRefused(response) : passing('The sign-in failed for now.')
  }
  if (code === 'EMESSAGE' && !replied) return refused(message)
  if (!/^(MAIL FROM|RCPT TO|DATA)$/.test(command ?? '') || responseCode < 500) return passing(message)
  // 530 and its kin (RFC 4954): the server wants a log-in that it did not get or offer.
  if (/^(530|534|535|538)$/.test(String(responseCode))) return loginRefused(response)
  // X.7.Z (RFC 3463) is about rules, such as relaying, and not about the address.
  const addressed = command === 'RCPT TO' && /^(550|553|501)$/.test(String(responseCode))
  return refused(message, addressed && !/^\d{3}[ -]5\.7\./.test(response ?? '') ? 'invalid_address' : 'refused')
}

// Only the server's number: some servers repeat what they were sent, which is the password.
const loginRefused = (response = ''): SendResult =>
  refused(`The mail server refused the sign-in. ${response.slice(0, 3)}`, 'provider_login')
