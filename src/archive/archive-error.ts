/** What is wrong with an archive, or keeps one from being written or brought in: a sentence for whoever stands at the terminal. */
export class ArchiveError extends Error {}
