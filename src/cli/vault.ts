/** vault reseal: seals all secrets with the first key of SEXTON_SECRET_KEY. */
import { type Resealed, resealChurches } from '../archive/reseal.ts'
import { NO_CHURCH } from '../db/database.ts'
import { resealFactors } from '../sign-in/reseal-factors.ts'
import { type AddCommand, action } from './command.ts'

const HELP = `
To replace a key: set SEXTON_SECRET_KEY=new,old on every node and start it anew, run this, then leave the old one out.
People sign in once more then, those with an authenticator app as soon as this was run. Unsubscribe links in mails that were
sent before stop to work when the old key is left out.

Example:
  SEXTON_SECRET_KEY=new,old sexton vault reseal`

/** Adds the commands for the key of the secrets. */
export const addVault: AddCommand = (vault, call) => {
  action(
    vault
      .command('reseal')
      .description('seal all secrets with the first key of SEXTON_SECRET_KEY, while the others still open')
      .addHelpText('after', HELP),
    call,
    async ({ database, vault: keys, house, stop }) => {
      await keys.agree(database)
      await database.write(NO_CHURCH, tx => keys.turnOver(tx))
      const { sealed } = await house()
      const churches = await resealChurches({ database, vault: keys, sealed, stop })
      const second_factors = await resealFactors(database, keys, stop)
      const unopened = [...churches, second_factors].some(one => one.unopened > 0)
      return {
        json: { churches, second_factors },
        text: said([...churches, { church: '', column: 'second factors', ...second_factors }]),
        code: unopened ? 1 : 0,
      }
    },
  )
}

/** What was done, by kind of secret, and what could not be. */
function said(all: readonly Resealed[]): string {
  const counts = new Map<string, number>()
  for (const { column, sealed } of all) counts.set(column, (counts.get(column) ?? 0) + sealed)
  const done = [...counts].filter(([, count]) => count > 0).map(([column, count]) => `${column} ${count}`)
  const failed = all.filter(({ unopened }) => unopened > 0)
  return [
    done.length === 0 ? 'Nothing was sealed with another key.' : `Sealed anew: ${done.join(', ')}.`,
    ...failed.map(
      one => `No key opens ${one.unopened} of ${one.column}${one.church && ` of ${one.church}`}. Set them anew.`,
    ),
  ].join('\n')
}
