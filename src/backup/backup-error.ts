/** What keeps a backup from being made or restored, as a sentence that says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}
