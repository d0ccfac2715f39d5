/** church export, church import: a church goes to another installation, with everything on record (docs/moving-a-church.md). */
import { readFile } from 'node:fs/promises'
import { type Command, Option } from 'commander'
import { exportChurch } from '../archive/export-church.ts'
import { importChurch } from '../archive/import-church.ts'
import { unsettledIn } from '../archive/unsettled.ts'
import { type AddCommand, action, type Call, CommandError } from './command.ts'
import { listOption } from './numbers.ts'

interface ExportOptions {
  passphraseFile?: string
}

interface ImportOptions extends ExportOptions {
  slug?: string
  withoutSecrets?: boolean
  vouch?: string[]
}

/** Adds the two commands to the group. */
export const addArchive: AddCommand = (church, call) => {
  addExport(church, call)
  addImport(church, call)
}

const passphraseOption = (what: string): Option => new Option('--passphrase-file <file>', what)

function addExport(church: Command, call: Call): void {
  action(
    church
      .command('export')
      .description('write a church into one file, as it is at this moment, to move or to keep it')
      .argument('<slug>', 'the church')
      .argument('<file>', 'where to write it, such as grace.tar.gz; nothing is overwritten')
      .addOption(passphraseOption('its first line seals the secrets for the way; without it they stay behind'))
      .addHelpText(
        'after',
        '\nThe file holds personal data: keep it as you keep the database.\n\nExample:\n  sexton church export grace grace.tar.gz --passphrase-file passphrase.txt',
      ),
    call,
    async ({ database, vault, house, church: find, stop }, slug: string, file: string, options: ExportOptions) => {
      const found = await find(slug)
      const passphrase = await passphraseOf(options)
      const parts = { database, vault, house: await house(), stop }
      const unsettled = await unsettledIn(database.read, found.id, parts.house)
      if (unsettled.length > 0) process.stderr.write(warningOf(slug, unsettled))
      const manifest = await exportChurch(parts, found, { file, passphrase, now: new Date() })
      const rows = manifest.files.reduce((sum, one) => sum + one.rows, 0)
      const secrets = manifest.secrets === null ? '\nSecrets stayed behind: no passphrase was given.' : ''
      return {
        json: { file, rows, manifest, unsettled },
        text: `Church "${slug}" written to ${file}: ${rows} rows of ${manifest.files.length} tables.${secrets}`,
      }
    },
  )
}

/** Said before anything is written: whoever moves a church may still end it. */
const warningOf = (slug: string, unsettled: readonly string[]): string =>
  [
    `Church "${slug}" is not at rest. For a mere copy that does not matter; for a move settle it first, or ask again then:`,
    ...unsettled.map(one => `  ${one.replace('SLUG', slug)}`),
    '',
  ].join('\n')

function addImport(church: Command, call: Call): void {
  action(
    church
      .command('import')
      .description('bring a church in from a file of "church export": all of it or nothing')
      .argument('<file>', 'the file')
      .option('--slug <slug>', 'another name in commands and addresses, where its own is taken')
      .addOption(passphraseOption('its first line opens the secrets'))
      .option('--without-secrets', 'leave its secrets behind: accounts with providers are set up anew')
      .addOption(
        new Option(
          '--vouch <emails>',
          'accounts here whose address nobody confirmed, and that you know to be right',
        ).argParser(listOption),
      )
      .addHelpText('after', '\nExample:\n  sexton church import grace.tar.gz --passphrase-file passphrase.txt'),
    call,
    async ({ database, vault, house, stop }, file: string, options: ImportOptions) => {
      const { slug, withoutSecrets = false, vouch } = options
      const passphrase = await passphraseOf(options)
      const parts = { database, vault, house: await house(), stop }
      const arrived = await importChurch(parts, { file, slug, passphrase, withoutSecrets, vouched: vouch })
      return { json: arrived, text: reportOf(arrived) }
    },
  )
}

/** @throws CommandError */
async function passphraseOf({ passphraseFile: file }: ExportOptions): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CommandError(`The passphrase cannot be read: ${error.message}`)
  })
  return text.split(/\r?\n/, 1)[0] ?? ''
}

/** What came, and what is left to do. */
function reportOf({ id, slug, rows, users, notes }: Awaited<ReturnType<typeof importChurch>>): string {
  const count = Object.values(rows).reduce((sum, one) => sum + one, 0)
  const { made, known } = users
  return [
    `Church "${slug}" is here (id ${id}): ${count} rows. Its sums are those of the archive.`,
    ...(known.length > 0 ? [`They sign in as before: ${known.join(', ')}.`] : []),
    ...(made.length > 0
      ? [`They set a password first ("Forgot password", or "sexton user password-link"): ${made.join(', ')}.`]
      : []),
    ...notes,
    ...(rows.webhook_endpoints
      ? [
          'Webhook endpoints are switched off, so that nobody is told twice. Switch them on when the other installation has stopped.',
        ]
      : []),
  ].join('\n')
}
