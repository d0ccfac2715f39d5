/** E-mail by the mail server of this installation, which its accounts are mailed by: a church need not set up its own. */
import type { Config } from '../../../config.ts'
import { isEmailAddress } from '../../../lib/email.ts'
import { refused } from '../answers.ts'
import type { Provider, ProviderDeclaration } from '../provider.ts'
import { deliver, SENDER_SETTINGS, smtp } from './smtp.ts'

/** As it can be set up, where the installation has a mail server. */
export const SERVER_MAIL: ProviderDeclaration = {
  name: 'server',
  title: 'Email by this server',
  channels: ['email'],
  settings: SENDER_SETTINGS,
  rate: smtp.rate,
}

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom'>

/** The provider. */
export const serverMail = ({ smtpUrl, mailFrom }: MailSettings): Provider => ({
  ...SERVER_MAIL,
  async send(message, { values }) {
    if (!isEmailAddress(message.to)) return refused('This is not an email address.', 'invalid_address')
    // The operator took the settings away after the church chose it.
    if (smtpUrl === '') return refused('Email is not set up on this server.', 'provider_login')
    // Whoever runs the service may name hosts of their own network.
    return await deliver(message, { ...values, url: smtpUrl, from: mailFrom }, undefined)
  },
})
