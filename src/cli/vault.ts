/** vault reseal: seals all secrets with the first key of SEXTON_SECRET_KEY. */
import { NO_CHURCH } from '../db/database.ts'
import { resealCareNotes } from '../modules/child-details/care-note.ts'
import { resealReports } from '../modules/group-reports/care-note.ts'
import { resealProviders } from '../modules/messaging/provider-accounts.ts'
import { resealPaymentProviders } from '../modules/online-giving/payment-providers.ts'
import { resealSecrets } from '../webhooks/sealed-secret.ts'
import { type AddCommand, action } from './command.ts'

/** Adds the commands for the key of the secrets. */
export const addVault: AddCommand = (vault, call) => {
  action(
    vault
      .command('reseal')
      .description('seal all secrets with the first key of SEXTON_SECRET_KEY, while the others still open')
      .addHelpText(
        'after',
        '\nTo replace a key: set SEXTON_SECRET_KEY=new,old on every node and start it anew, run this, then leave the old one out.\nUnsubscribe links in mails that were sent before that stop to work then.\n\nExample:\n  SEXTON_SECRET_KEY=new,old sexton vault reseal',
      ),
    call,
    async ({ database, vault: keys }) => {
      await keys.agree(database)
      const count = await database.write(NO_CHURCH, async tx => {
        await keys.turnOver(tx)
        const accounts = (await resealProviders(tx, keys)) + (await resealPaymentProviders(tx, keys))
        const care_notes = (await resealCareNotes(tx, keys)) + (await resealReports(tx, keys))
        return { accounts, endpoints: await resealSecrets(tx, keys), care_notes }
      })
      const text = `Sealed anew: ${count.accounts} accounts with providers, ${count.endpoints} webhook endpoints, ${count.care_notes} care notes.`
      return { json: count, text }
    },
  )
}
