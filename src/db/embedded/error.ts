/** What can keep the embedded database from running, as a sentence that says what to do. */
export class EmbeddedDatabaseError extends Error {}
