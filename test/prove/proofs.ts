/** What `npm run prove` tries: which suites, how their scale is set, and how much of it the aim is. */

export interface Proof {
  /** How it is asked for: `--only kills`. */
  name: string
  /** In a few words, for the table. */
  what: string
  files: readonly string[]
  /** As suites say what they tried; all of it is added up. Undefined: all that the files tried. */
  counts?: RegExp
  /** The tests of the files that are meant, by name; undefined for all. */
  tests?: string
  /** How much a whole run tries. Undefined: the suite tries all there is, at any scale. */
  aim?: number
  /** The setting that makes it so much. @param count at least so much is to be tried */
  setting?: (count: number) => Record<string, string>
}

const named =
  (name: string, each = 1) =>
  (count: number): Record<string, string> => ({ [name]: String(Math.max(1, Math.ceil(count / each))) })

/** Changes and lists of one life of the model, about; a life is counted as a hundred requests of a fuzzer. */
const [STEPS, A_LIFE] = [30, 100]
/** Churches of one round of events. */
const CHURCHES = 800

export const PROOFS: readonly Proof[] = [
  {
    name: 'model',
    what: 'commands compared with a model',
    files: ['test/property/model.test.ts'],
    counts: /commands/,
    aim: 100_000,
    setting: named('SEXTON_FUZZ_RUNS', STEPS / A_LIFE),
  },
  {
    name: 'same-key',
    what: 'trials of 64 requests with one key, over two nodes',
    files: ['test/crash.test.ts'],
    tests: '64 requests with one idempotency key',
    counts: /trials/,
    aim: 5_000,
    setting: named('SEXTON_TEST_TRIALS'),
  },
  {
    name: 'kills',
    what: 'nodes killed at random while gifts are recorded',
    files: ['test/crash.test.ts'],
    tests: 'a node killed at any time',
    counts: /kills of nodes/,
    aim: 3_000,
    setting: named('SEXTON_TEST_KILLS'),
  },
  {
    name: 'database-kills',
    what: 'database connections killed under load',
    files: ['test/crash.test.ts'],
    tests: 'database backends killed under load',
    counts: /kills of database/,
    aim: 2_000,
    // Each round ends the connections of one node.
    setting: named('SEXTON_TEST_KILLS', 4),
  },
  {
    name: 'postgres-kills',
    what: 'kills (SIGKILL) of PostgreSQL and of its processes under load',
    files: ['test/postgres-kills.test.ts'],
    counts: /kills of PostgreSQL/,
    aim: 1_000,
    setting: named('SEXTON_TEST_KILLS'),
  },
  {
    name: 'clock',
    what: "jumps of the clock of the database's machine under load",
    files: ['test/clock-jumps.test.ts'],
    counts: /jumps/,
    aim: 1_000,
    setting: named('SEXTON_TEST_JUMPS'),
  },
  {
    name: 'steps',
    what: 'nodes killed at each step of gifts, charges, refunds, disputes, deposits, messages, imports, meetings',
    files: [
      'test/gift-crash.test.ts',
      'test/recurring-crash.test.ts',
      'test/refund-crash.test.ts',
      'test/money-back-crash.test.ts',
      'test/deposit-crash.test.ts',
      'test/payout-crash.test.ts',
      'test/message-crash.test.ts',
      'test/batch-crash.test.ts',
      'test/import-crash.test.ts',
      'test/import-undo-crash.test.ts',
      'test/meeting-crash.test.ts',
      'test/promotion-crash.test.ts',
      'test/reminder-crash.test.ts',
    ],
  },
  {
    name: 'reminders',
    what: 'leaders reminded by two nodes of which one is killed',
    files: ['test/reminder-crash.test.ts'],
    tests: 'every leader of a church of many cells',
    counts: /leaders reminded/,
    aim: 2_000,
    setting: named('SEXTON_TEST_LEADERS'),
  },
  {
    name: 'webhook-kills',
    what: 'nodes killed while webhooks are sent, no event missing',
    files: ['test/webhook-crash.test.ts'],
    counts: /kills of nodes/,
    aim: 1_000,
    setting: named('SEXTON_TEST_KILLS'),
  },
  {
    name: 'events',
    what: 'events of 400 churches, none missing, none twice',
    files: ['test/webhook-many.test.ts'],
    counts: /events/,
    aim: 1_000_000,
    setting: named('SEXTON_TEST_EVENTS', CHURCHES),
  },
  {
    name: 'faults',
    what: 'events met by a receiver that is at fault',
    files: ['test/webhook-faults.test.ts'],
    counts: /faults/,
    aim: 1_600,
    setting: named('SEXTON_TEST_FAULTS', 16),
  },
  {
    name: 'fuzz-api',
    what: 'requests of the API, made from its document',
    files: ['test/property/fuzz.test.ts'],
    tests: 'every answer is declared',
    aim: 700_000,
    setting: named('SEXTON_FUZZ_RUNS'),
  },
  {
    name: 'fuzz-pages',
    what: 'requests of console, public routes and pages',
    files: ['test/attempts/fuzz.test.ts'],
    aim: 300_000,
    setting: named('SEXTON_FUZZ_RUNS'),
  },
  { name: 'isolation', what: 'cells of who × what × whose', files: ['test/isolation.test.ts'] },
  {
    name: 'windows',
    what: 'windows of a rate limit',
    files: ['test/rate-limit.test.ts'],
    tests: 'the window slides',
    counts: /windows/,
    aim: 100_000,
    setting: named('SEXTON_TEST_WINDOWS'),
  },
  {
    name: 'attempts',
    what: 'tricks: addresses, paths, sessions, roles, smuggling, injection',
    files: [
      'test/attempts/addresses.test.ts',
      'test/attempts/callbacks.test.ts',
      'test/attempts/confirming.test.ts',
      'test/attempts/injection.test.ts',
      'test/attempts/listed.test.ts',
      'test/attempts/other-sites.test.ts',
      'test/attempts/paths.test.ts',
      'test/attempts/roles.test.ts',
      'test/attempts/sessions.test.ts',
      'test/attempts/sign-in-work.test.ts',
      'test/attempts/smuggling.test.ts',
      'test/attempts/unsubscribe-links.test.ts',
    ],
  },
  {
    name: 'restores',
    what: 'backups under load restored with equal sums',
    files: ['src/backup/backup.test.ts'],
    counts: /restores/,
    aim: 50,
    setting: named('SEXTON_TEST_RESTORES'),
  },
  { name: 'canary', what: 'places where a key must not show', files: ['test/key-canary.test.ts'] },
  {
    name: 'frozen',
    what: 'times that the database stops to answer',
    files: ['test/frozen-database.test.ts'],
    counts: /times/,
    aim: 20,
    setting: named('SEXTON_TEST_FREEZES'),
  },
  { name: 'disk', what: 'a full disk under the database', files: ['test/full-disk.test.ts'] },
]
