/** What can keep the embedded database from running, as a sentence that says what to do. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/** Another process makes a backup of the same database. */
export class BackupUnderWay extends EmbeddedDatabaseError {}

/** Turns what the file system refused into such a sentence; anything else stays as it is. */
export function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  const { message } = error
  return new EmbeddedDatabaseError(
    `The embedded PostgreSQL cannot use its files (${message}). ` +
      'Set SEXTON_DATA_DIR to a directory that this user owns, or DATABASE_URL to a PostgreSQL server.',
    { cause: error },
  )
}
