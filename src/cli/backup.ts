/** backup: makes a backup of the embedded database, lists those of the schedule, and tries one. */
import path from 'node:path'
import { aboutBackup } from '../backup/archive-reader.ts'
import { folderProblem, markFolder, readyFolder } from '../backup/backup-folder.ts'
import { backupName, type Kept, listBackups } from '../backup/kept-backups.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { countedNames, describeTotals } from '../backup/totals.ts'
import { tryBackup } from '../backup/try-backup.ts'
import { type Config, readConfig } from '../config.ts'
import { type AddCommand, CommandError, commandLog, endable, report, table } from './command.ts'
import { withoutPassword } from './status.ts'

interface MakeOptions {
  verify: boolean
  key: boolean
}

export const addBackup: AddCommand = (backup, call) => {
  backup
    .argument('[file]', 'where it goes; in SEXTON_BACKUP_DIR under the time, unless said')
    .option('--no-verify', 'do not restore and start it to see that it is good')
    .option('--no-key', "leave out the file with the key of the churches' secrets")
    .addHelpText(
      'after',
      '\nExamples:\n  sexton backup /mnt/disk/grace.tar.gz\n  sexton backup list\n  sexton backup check /mnt/disk/grace.tar.gz',
    )
  report(backup, call, async (file: string | undefined, { verify, key }: MakeOptions) => {
    const config = embedded()
    const { dataDir, secretKey } = config
    if (file === undefined) await readyFolder(dataDir, folderOf(config))
    const target = path.resolve(file ?? path.join(folderOf(config), backupName(new Date())))
    const withKey = key && secretKey.length === 0
    const tables = countedNames(await call.house())
    const { about, totals } = await endable(signal =>
      makeBackup({ dataDir, file: target, tables, withKey, tried: verify, log: commandLog(), signal }),
    )
    const tried = verify
      ? 'It was restored, started and compared: everything is there.'
      : 'It was not tried: "sexton backup check" does that.'
    const text = [`The backup is ${target}. ${tried}`, ...describeTotals(totals), aboutKey(about.has_key, config)].join(
      '\n',
    )
    return { json: { file: target, tried: verify, ...about, totals }, text }
  })
  addFolder(backup, call)
  report(
    backup.command('check').argument('<file>').description('restore a backup for a moment, to see that it is good'),
    call,
    async (name: string) => {
      const file = path.resolve(name)
      const { dataDir } = readConfig()
      await aboutBackup(file)
      const { about, totals } = await endable(signal => tryBackup({ file, dataDir, log: commandLog(), signal }))
      const made = `The backup of ${about.made_at}, release ${about.release}, is good: it starts, and everything is there.`
      return { json: { file, ...about, totals }, text: [made, ...describeTotals(totals)].join('\n') }
    },
  )
}

/** What is about the folder of the schedule. */
const addFolder: AddCommand = (backup, call) => {
  report(
    backup.command('list').description('the backups of the schedule, and when the next may go'),
    call,
    async () => {
      const config = embedded()
      const folder = folderOf(config)
      const problem = await folderProblem(config.dataDir, folder)
      if (problem !== undefined) throw new CommandError(problem)
      const kept = await listBackups(folder)
      const json = { folder, backups: kept.map(one => ({ ...one, made_at: one.made_at.toISOString() })) }
      return { json, text: kept.length === 0 ? `There is no backup in ${folder} yet.` : listed(kept) }
    },
  )
  report(
    backup.command('mark').description('take the folder of the schedule as it is now, after its disk was changed'),
    call,
    async () => {
      const config = embedded()
      const folder = folderOf(config)
      await markFolder(config.dataDir, folder)
      return { json: { folder }, text: `Backups go to ${folder} from now on.` }
    },
  )
}

const listed = (kept: readonly Kept[]): string =>
  table(
    ['made at (UTC)', 'size', 'file'],
    kept.map(({ made_at, bytes, file }) => [
      made_at.toISOString().slice(0, 16).replace('T', ' '),
      `${(bytes / 1_000_000).toFixed(1)} MB`,
      file,
    ]),
  )

/** What to do with the key: without it, what providers and webhooks were given does not open. */
function aboutKey(hasKey: boolean, { secretKey }: Config): string {
  if (hasKey) {
    return "The key of the churches' secrets is in it: whoever has the file can read everything, so keep it as you keep keys."
  }
  return secretKey.length > 0
    ? "The key of the churches' secrets is not in it: keep SEXTON_SECRET_KEY, apart from the backup."
    : "The key of the churches' secrets is not in it: keep the file secret-key of the data directory, apart from the backup."
}

function folderOf({ backupDir }: Config): string {
  if (backupDir !== '') return backupDir
  throw new CommandError(
    'Say which file it goes to ("sexton backup FILE"), or set SEXTON_BACKUP_DIR to a folder for backups.',
  )
}

/** The settings, where the database is the embedded one. @throws CommandError that says what else does it */
export function embedded(): Config {
  const config = readConfig()
  if (config.databaseUrl === '') return config
  const url = withoutPassword(config.migrationUrl || config.databaseUrl)
  throw new CommandError(
    [
      'The database is a server of your own (DATABASE_URL): back it up and restore it with its own tools.',
      `  pg_dump --format=custom --file=sexton.dump "${url}"`,
      `  pg_restore --no-owner --no-acl --exit-on-error --dbname="${url}" sexton.dump`,
      'For a copy of the whole server, and any moment in time, see pg_basebackup; docs/run/postgresql.md says more.',
    ].join('\n'),
  )
}
