/** migrate: makes the database, or brings it to the schema of this release. */
import { openDatabase } from '../open-database.ts'
import { type AddCommand, report, withDatabase } from './command.ts'

export const addMigrate: AddCommand = (migrate, call) => {
  report(migrate, call, () =>
    // Opening the database migrates it: what is left is to say so.
    withDatabase(openDatabase, async ({ migrated }) => {
      const text = migrated.length > 0 ? `Applied ${migrated.join(', ')}.` : 'The database is up to date.'
      return { json: { applied: migrated }, text }
    }),
  )
}
