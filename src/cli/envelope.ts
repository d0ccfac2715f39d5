/** envelope assign, roll-over: what is on paper when envelopes are given out. The rest of the group is derived. */
import { envelopes } from '../modules/envelopes/envelopes.ts'
import { rollOver } from '../modules/envelopes/roll-over.ts'
import type { ByHand } from './by-hand.ts'
import { action } from './command.ts'
import { doAction, doWrite } from './doing.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface AssignOptions {
  church: string
  person?: number
  family?: number
  series?: string
  from?: string
  to?: string
}

interface RollOptions {
  church: string
  from: string
  series?: string
  next?: string
}

export const byHand: ByHand = {
  instead: [rollOver],
  add(envelope, call) {
    action(
      envelope
        .command('assign')
        .description('give an envelope to a person or a family')
        .argument('<number>', 'the number on it', idOption)
        .option('--person <id>', 'whose it is', idOption)
        .option('--family <id>', 'or the family', idOption)
        .option('--series <name>', 'such as "Easter 2027"; the usual envelopes where missing')
        .option('--from <date>', 'the first day; today where missing')
        .option('--to <date>', 'the last day')
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton envelope assign 17 --person 12 --church grace'),
      call,
      async (open, number: number, { church, person, family, series, from, to }: AssignOptions) => {
        const { create } = envelopes
        if (create === undefined) throw new Error('Envelopes cannot be given out.')
        const said = { person_id: person, family_id: family, series, valid_from: from, valid_to: to }
        const sent = Object.fromEntries(Object.entries({ number, ...said }).filter(([, one]) => one !== undefined))
        const { data } = await doWrite(open, church, create, sent)
        const made = JSON.parse(data) as { id: number; valid_from: string }
        return { json: made, text: `Envelope ${number} is given out from ${made.valid_from} on.` }
      },
    )
    action(
      envelope
        .command('roll-over')
        .description('begin a new series: everybody keeps their number, the old envelopes end the day before')
        .requiredOption('--from <date>', 'the first day of the new series')
        .option('--series <name>', 'the old series; the usual envelopes where missing')
        .option('--next <name>', 'the new series; the usual envelopes where missing')
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton envelope roll-over --from 2027-01-01 --church grace'),
      call,
      async (open, { church, from, series, next }: RollOptions) => {
        const done = await doAction(open, church, rollOver, { series, next_series: next, valid_from: from })
        return { json: done, text: `${done.given_out} envelopes are given out from ${from} on.` }
      },
    )
  },
}
