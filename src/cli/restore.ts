/** restore: puts a backup into a data directory. */
import path from 'node:path'
import { declaredOf } from '../archive/declared.ts'
import { restoreBackup } from '../backup/restore.ts'
import { describeTotals } from '../backup/totals.ts'
import { knownMigrations } from '../db/migrate.ts'
import { HOUSE } from '../house.ts'
import { embedded } from './backup.ts'
import { type AddCommand, commandLog, endable, report } from './command.ts'

interface Options {
  dataDir?: string
  replace?: boolean
}

export const addRestore: AddCommand = (restore, call) => {
  restore
    .argument('<file>', 'the backup')
    .option('--data-dir <directory>', 'where to; SEXTON_DATA_DIR, unless said')
    .option('--replace', 'put a database that is there aside; it is kept beside the restored one')
    .addHelpText('after', '\nExample:\n  sexton restore /mnt/disk/grace.tar.gz --data-dir /srv/sexton')
  report(restore, call, async (name: string, { dataDir: wanted, replace = false }: Options) => {
    const config = embedded()
    const dataDir = wanted === undefined ? config.dataDir : path.resolve(wanted)
    const { restored } = declaredOf(HOUSE)
    const { about, totals, former, key } = await endable(signal =>
      restoreBackup({ file: path.resolve(name), dataDir, replace, restored, log: commandLog(), signal }),
    )
    const behind = (await knownMigrations()).at(-1) !== about.schema
    const lines = [
      `Restored into ${dataDir}: the backup of ${about.made_at}, release ${about.release}.`,
      ...describeTotals(totals),
      ...(former === undefined ? [] : [`What was there before is kept in ${former}; remove it when you miss nothing.`]),
      ...(key === undefined
        ? ["The key of the churches' secrets was not in it: set SEXTON_SECRET_KEY, or put the file secret-key back."]
        : []),
      ...(behind ? ['The next start brings it up to the schema of this release.'] : []),
      'Messages and webhooks that waited go out when it is started: stop the original first.',
      'Recurring gifts are on hold, so that nobody is charged twice: each church confirms on its home page, or you by "sexton recurring charge-here --church SLUG", that they are charged here.',
    ]
    return { json: { data_dir: dataDir, former: former ?? null, ...about, totals }, text: lines.join('\n') }
  })
}
