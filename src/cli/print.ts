/** print directory, print labels. */
import type { Command } from 'commander'
import { directory } from '../modules/people/directory.ts'
import { labels } from '../modules/people/labels.ts'
import { people } from '../modules/people/people.ts'
import { LABEL_FORMATS } from '../paper/label-sheets.ts'
import { PAPERS } from '../paper/sheet.ts'
import { type AddCommand, action, type Result } from './command.ts'
import { addFilters, queryOf } from './list-options.ts'
import { writeMade } from './made-file.ts'

type Options = Record<string, string | true | undefined> & { church: string; out: string }

/** The people who are meant: the filters of their list, as the views take them. */
const filterOf = (options: Options): string | undefined =>
  new URLSearchParams([...queryOf(people, options, []).values]).toString() || undefined

const saved = (out: string): Result => ({ json: { file: out }, text: `Saved as ${out}.` })

/** An option that leaves something out: commander says `false` for it. */
const unless = (option: string | boolean | undefined): string | undefined => (option === false ? '0' : undefined)

function printed(print: Command, name: string, description: string): Command {
  const command = print
    .command(name)
    .description(description)
    .requiredOption('--church <slug>', 'the church')
    .requiredOption('--out <file>', 'the PDF file to write')
  addFilters(command, people)
  return command.addHelpText('after', `\nExample:\n  sexton print ${name} --church grace --out ${name}.pdf`)
}

export const addPrint: AddCommand = (print, call) => {
  action(
    printed(print, 'directory', 'people by family, for the members of a church')
      .option('--paper <size>', `one of ${PAPERS.join(', ')}; what is usual in the country where missing`)
      .option('--no-phones', 'without phone numbers')
      .option('--no-emails', 'without e-mail addresses')
      .option('--no-addresses', 'without addresses'),
    call,
    async (open, options: Options & { paper?: string }) => {
      const { church, paper, phones, emails, addresses, out } = options
      const wanted = { phones: unless(phones), emails: unless(emails), addresses: unless(addresses) }
      await writeMade(open, church, directory, { filter: filterOf(options), paper, ...wanted }, out)
      return saved(out)
    },
  )
  action(
    printed(print, 'labels', 'address labels by family')
      .option('--format <sheet>', `one of ${LABEL_FORMATS.join(', ')}; what is usual in the country where missing`)
      .option('--start <number>', 'the first label to print on, where those before it are used up'),
    call,
    async (open, options: Options & { format?: string; start?: string }) => {
      const { church, format, start, out } = options
      await writeMade(open, church, labels, { filter: filterOf(options), format, start }, out)
      return saved(out)
    },
  )
}
