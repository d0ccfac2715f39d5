/** config: every setting, and migrate: the schema of this release. */
import { describeConfig, readConfig } from '../config.ts'
import { type AddCommand, action, complain, table } from './command.ts'

export const addConfig: AddCommand = (program, end) => {
  const command = program
    .command('config')
    .description('list every setting: name, value, meaning')
    .option('--json', 'print one JSON object')
  command.action(({ json = false }: { json?: boolean }) => {
    try {
      const settings = describeConfig(readConfig())
      const rows = settings.map(({ name, value, meaning }) => [name, value === '' ? '-' : value, meaning])
      process.stdout.write(
        `${json ? JSON.stringify({ ok: true, settings }) : table(['name', 'value', 'meaning'], rows)}\n`,
      )
      end(0)
    } catch (error) {
      end(complain(error, json))
    }
  })
}

export const addMigrate: AddCommand = (program, end) => {
  // Opening the database migrates it: what is left is to say so.
  action(
    program.command('migrate').description('bring the database to the schema of this release'),
    end,
    async ({ migrated }) => {
      const text = migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.'
      return { json: { applied: migrated }, text }
    },
  )
}
