/** migrate: makes the database, or brings it to the schema of this release. */
import { readConfig } from '../config.ts'
import { openDatabase } from '../open-database.ts'
import { type AddCommand, commandLog, report } from './command.ts'

export const addMigrate: AddCommand = (migrate, end) => {
  report(migrate, end, async () => {
    // Opening the database migrates it: what is left is to say so.
    const { migrated, close } = await openDatabase(readConfig(), commandLog())
    await close()
    const text = migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.'
    return { json: { applied: migrated }, text }
  })
}
