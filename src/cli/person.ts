/** person remove, person restore, person merge, person tag. */

import type { Command } from 'commander'
import { COMMAND_LINE } from '../modules/people/history.ts'
import { mergePeople } from '../modules/people/merge.ts'
import { removePerson } from '../modules/people/remove.ts'
import { restorePerson } from '../modules/people/restore.ts'
import { addTag, removeTag } from '../modules/people/tags.ts'
import { MOVES } from '../modules/people-moves.ts'
import { type AddCommand, action } from './command.ts'
import { idOption } from './numbers.ts'

interface MergeOptions {
  church: string
  keep: number
  remove: number
}

interface Person {
  id: number
  full_name: string
}

export const addPerson: AddCommand = (person, end) => {
  action(
    person
      .command('remove')
      .description('remove a person from the lists; the record stays')
      .argument('<id>', 'the person', idOption)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton person remove 12 --church grace'),
    end,
    async ({ database, church }, id: number, { church: slug }: { church: string }) => {
      const removed = JSON.parse(await removePerson(database, await church(slug), id)) as Person
      return { json: removed, text: `${removed.full_name} (${id}) is removed.` }
    },
  )

  action(
    person
      .command('restore')
      .description('take a removed person back into the lists')
      .argument('<id>', 'the person', idOption)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton person restore 12 --church grace'),
    end,
    async ({ database, church }, id: number, { church: slug }: { church: string }) => {
      const restored = JSON.parse(await restorePerson(database, await church(slug), id)) as Person
      return { json: restored, text: `${restored.full_name} (${id}) is back in the lists.` }
    },
  )

  addTagCommands(person, end)

  action(
    person
      .command('merge')
      .description('merge two records of one person: gifts, prayer requests and family follow, empty fields are filled')
      .requiredOption('--keep <id>', 'the record that stays', idOption)
      .requiredOption('--remove <id>', 'the record that goes', idOption)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton person merge --keep 12 --remove 57 --church grace'),
    end,
    async ({ database, church }, { church: slug, keep, remove }: MergeOptions) => {
      const merged = await mergePeople(database, await church(slug), keep, remove, MOVES)
      const kept = JSON.parse(merged) as Person
      return { json: kept, text: `Person ${remove} is merged into ${kept.full_name} (${keep}).` }
    },
  )
}

type End = Parameters<AddCommand>[1]

interface Tagged {
  changed: boolean
  tags: string[]
}

function addTagCommands(person: Command, end: End): void {
  const tag = person.command('tag').description('tags of a person, for the console and for other systems')
  for (const [name, run] of [
    ['add', addTag],
    ['remove', removeTag],
  ] as const) {
    action(
      tag
        .command(name)
        .description(name === 'add' ? 'add a tag to a person' : 'take a tag off a person')
        .argument('<id>', 'the person', idOption)
        .argument('<tag>', 'such as "Choir"')
        .requiredOption('--church <slug>', 'the church')
        .addHelpText('after', `\nExample:\n  sexton person tag ${name} 12 Choir --church grace`),
      end,
      async ({ database, church }, id: number, text: string, { church: slug }: { church: string }) => {
        const tagged = JSON.parse(await run(database, await church(slug), id, text, COMMAND_LINE)) as Tagged
        return { json: tagged, text: `Tags of person ${id}: ${tagged.tags.join(', ') || 'none'}.` }
      },
    )
  }
}
