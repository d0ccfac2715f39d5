/** distribute: shares churches out among the nodes of Citus. */
import { InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import { distribute } from '../db/distribute.ts'
import { type AddCommand, CommandError, endable, report } from './command.ts'

const SHARDS = 32
const MOST_SHARDS = 1_024

const HELP = `
Churches are shared out among shards, and shards among the nodes that Citus knows: all records of a church are on one node.
Servers must be stopped meanwhile. What is cut off goes on where it was when it is called again.

Example:
  DATABASE_URL=postgres://sexton@coordinator/sexton sexton distribute`

/** Adds the command. */
export const addDistribute: AddCommand = (command, call) => {
  command
    .option('--shards <number>', 'into how many shards; more than there will ever be nodes', readShards, SHARDS)
    .addHelpText('after', HELP)
  report(command, call, async ({ shards }: { shards: number }) => {
    const { databaseUrl, migrationUrl } = readConfig()
    if (databaseUrl === '') {
      throw new CommandError(
        'The embedded database is on this computer alone. To share churches out among several, set DATABASE_URL to the coordinator of a Citus cluster.',
      )
    }
    const owner = { connectionString: migrationUrl === '' ? databaseUrl : migrationUrl }
    const { tables, now } = await endable(stop =>
      distribute(owner, shards, ({ done, of, what }) => process.stderr.write(`${done} of ${of}: ${what}\n`), stop),
    )
    const lying = Object.entries(tables).map(([kind, count]) => `${count} ${kind}`)
    return {
      json: { tables, distributed: now },
      text: `${now.length === 0 ? 'Everything was distributed already' : `Distributed ${now.length} tables`}: ${lying.join(', ')}.`,
    }
  })
}

function readShards(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 1 && number <= MOST_SHARDS) return number
  throw new InvalidArgumentError(`It must be a number from 1 to ${MOST_SHARDS}.`)
}
