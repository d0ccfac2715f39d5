/**
 * Who writes what: which files open transactions beside the frame, and which modules write tables of others by statements of their
 * own. Each stands here with its reason; what is new is better an action, a step, or a function of the module whose table it is.
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { MODULES } from '../src/modules/index.ts'
import { codeOf, type Source, sourcesOf } from './support/source-tree.ts'

/** Files that open transactions, or take a connection for themselves, below `src/`. */
const OPENS: Record<string, string> = {
  // The frame: one place for each way in.
  'http/pipeline.ts': 'a write of the API, with its idempotency record',
  'resource/act.ts': 'an action; what a view derives beside the church’s writes',
  'resource/step.ts': 'a step of a giver, a callback or a worker',
  'resource/import-run.ts': 'an import: all of its rows or none',
  'cli/doing.ts': 'a write of the API that is done at the terminal',
  // Commands about what is of no church yet, or of all of them.
  'cli/church.ts': 'makes a church: there is none to act in',
  'cli/user.ts': 'a link to a new password, for who cannot sign in',
  'cli/vault.ts': 'turns the key of the installation over',
  'demo/demo.ts': 'the demo church, whole or not at all',
  'demo/services.ts': 'what the demo church sends with and takes test payments by',
  // Signing in keeps its own books: nobody is known yet.
  'console/first-church-route.ts': 'the first church and who made it',
  'console/member.ts': 'the use of a session, which ends where it is too old',
  'console/passkey-route.ts': 'ends the session of a passkey that was taken away meanwhile',
  'console/sign-in-route.ts': 'an authenticator app that somebody begins with',
  'console/step-up.ts': 'that a password was said again',
  'sign-in/accept.ts': 'an invitation that is accepted, alone in its church',
  'sign-in/devices.ts': 'devices that are known',
  'sign-in/forget.ts': 'what is over of signing in',
  'sign-in/guesses.ts': 'guesses, counted whatever becomes of them',
  'sign-in/lazy-sign-in.ts': 'the library that signs people in has a pool of its own',
  'sign-in/one-time-codes.ts': 'a code is good once',
  'sign-in/passkeys.ts': 'challenges of passkeys',
  'sign-in/reseal-factors.ts': 'second factors under another key',
  'sign-in/sign-in-watch.ts': 'who signed in, and from where',
  'vault.ts': 'agrees on the key of the installation',
  // What nodes keep count of, and what is done now and then.
  'backup/schedule.ts': 'when a backup was tried, and telling every church that one failed',
  'events/partitions.ts': 'drops old partitions of events',
  'http/node-rate-limit.ts': 'requests, counted by several nodes',
  'modules/church/key-uses.ts': 'uses of keys, many at once',
  'modules/church/node-lease.ts': 'the lease of a node',
  'notices/mail-notices.ts': 'claims notices to mail them',
  'resource/audit-log.ts': 'what somebody does with their account stands in the log of each of their churches',
  'resource/tally.ts': 'folds totals',
  'upkeep.ts': 'forgets what is old',
  // The webhooks’ own queue.
  'webhooks/dispatcher.ts': 'gives its lanes back; a session by which nodes hear of each other',
  'webhooks/forget.ts': 'forgets old deliveries',
  'webhooks/lanes.ts': 'takes and gives lanes',
  'webhooks/outcomes.ts': 'a batch of outcomes',
  'webhooks/sharing.ts': 'gives lanes to other nodes',
  // A church that moves, piece by piece.
  'archive/complete.ts': 'ids go on behind those that came',
  'archive/export-church.ts': 'one snapshot for the whole file',
  'archive/import-church.ts': 'a church arrives whole or not at all',
  'archive/remove-church.ts': 'a church that left, in pieces',
  'archive/reseal.ts': 'secrets under another key, in pieces',
}

const OPENING = /atabase\s*\.(?:write|writeAlone|connection|pool|session)\s*[<(]/

test('transactions are opened by the frame, and by the files that stand here with their reasons', () => {
  const opening = sourcesOf('src').flatMap(({ name, text }) => (OPENING.test(codeOf(text)) ? [name] : []))
  assert.deepEqual(opening.sort(), Object.keys(OPENS).sort())
})

/** Whose a table is that has no resource: a module, or a folder of the frame. */
const OWNERS: Record<string, string> = {
  churches: 'church',
  class_details: 'school',
  idempotency_keys: 'http',
  import_records: 'resource',
  imported_rows: 'resource',
  invitations: 'sign-in',
  kept_links: 'links',
  notices: 'notices',
}

/** Modules that write tables of others, by module and table. What a module adds to the demo church (`demo.ts`) is left out: nobody is there yet. */
const ACROSS: Record<string, string> = {
  'batches → contributions': 'in which batch a gift lies is a column of the gift, and the batch says when it changes',
  'church → funds': 'a church begins with a fund, in the transaction that makes it: the module of funds stands above',
  'church → invitations': 'those into a branch go with it, and the hashes of their links are its books',
  'groups → attendances':
    'what hangs on a group has the branch of the group: it moves with it in one statement a table',
  'imports → import_records': 'what became of each row when an import is taken back',
  'imports → imported_rows': 'a file that was taken back may come again',
  'leader-pages → kept_links': 'a link that is revoked stays on record; links/ knows no reason to revoke one',
  'meetings → churches': 'the categories of head counts are a column of the church',
  'meetings → groups': 'a group counts as changed with its usual time',
  'online-giving → recurring_gifts': 'a form begins one, and its lost link is sent: the module of them stands above',
  'people → child_details': 'what is known of a child has the branch of the child; a constraint sees to it',
  'people → churches': 'the last number of a member is a column of the church, locked by who takes the next',
  'promotions → child_details': 'grades of hundreds move up, and back, in one statement',
  'promotions → class_details': 'classes go on into the new year, in one statement',
  'promotions → group_members': 'hundreds leave a class and join the next one, in one statement',
  'recurring-gifts → gifts': 'each period is a gift, which is charged here',
  'recurring-gifts → notices': 'gifts that came with a church are held, and its people told, while it arrives',
  'school → churches': 'the grades that a church knows are a column of the church',
}

const WRITING = /\b(?:insert into|update|delete from|merge into)\s+(?:only\s+)?(\w+)/g

/** Every table that migrations make. */
function tables(): Set<string> {
  const texts = readdirSync('migrations').map(name => readFileSync(`migrations/${name}`, 'utf8'))
  return new Set(
    texts.flatMap(text => [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name = '']) => name)),
  )
}

/** The module of a file, or its folder of the frame. */
const partOf = (name: string): string => /^modules\/([^/]+)\//.exec(name)?.[1] ?? name.split('/')[0] ?? ''

const isOfModule = ({ name }: Source): boolean => /^modules\/[^/]+\//.test(name) && !name.endsWith('/demo.ts')

test('a module writes its own tables by SQL, and those of others where they stand here with the reason', () => {
  const known = tables()
  const written = sourcesOf('src').flatMap(file =>
    [...codeOf(file.text).matchAll(WRITING)]
      .map(([, table = '']) => table)
      .filter(table => known.has(table))
      .map(table => ({ file, table, part: partOf(file.name) })),
  )
  const ofResources = new Map(MODULES.flatMap(one => one.resources.map(({ name }) => [name, one.name] as const)))
  const across = new Set<string>()
  for (const { file, table, part } of written) {
    if (!isOfModule(file)) continue
    const writers = new Set(
      written.filter(one => one.table === table && !one.file.name.endsWith('/demo.ts')).map(one => one.part),
    )
    const owner = ofResources.get(table) ?? OWNERS[table] ?? (writers.size === 1 ? part : undefined)
    assert.ok(owner, `Say whose ${table} is: ${[...writers].join(', ')} write it.`)
    if (owner !== part) across.add(`${part} → ${table}`)
  }
  assert.deepEqual([...across].sort(), Object.keys(ACROSS).sort())
})
