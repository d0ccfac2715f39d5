/** How mail servers are reached: when TLS is asked for, and how long anything may take. */
import type { SMTPTransportOptions } from 'nodemailer'
import { readSmtpUrl } from './smtp-url.ts'

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|::1)$/

/**
 * What nodemailer is to be told of a mail server.
 * @param url such as `smtp://user:password@mail.example.org:587`
 * @param timeout milliseconds for connecting, for the greeting, and for each silence after that
 * @throws Error when the address cannot be read; whoever takes one from people checks it first
 */
export function transportOptions(url: string, timeout: number): SMTPTransportOptions {
  const server = readSmtpUrl(url)
  if (server === undefined) throw new Error('The address of the mail server cannot be read.')
  const { host, port, secure, login } = server
  const local = THIS_MACHINE.test(host)
  return {
    host,
    ...(port !== undefined && { port }),
    secure,
    ...(login !== undefined && { auth: login }),
    // A password is never sent in the clear, not even to who claims to know no TLS; on this machine nobody listens in,
    // and mail servers there often have a certificate that nobody signed.
    requireTLS: login !== undefined && !local,
    ignoreTLS: local,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
  }
}
