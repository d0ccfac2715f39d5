/** person remove, person restore, person merge, person tag. */

import type { Command } from 'commander'
import { mergePeople } from '../modules/people/merge.ts'
import { removePerson, restorePerson } from '../modules/people/remove.ts'
import { addTag, removeTag } from '../modules/people/tags.ts'
import { type AddCommand, action } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'

interface MergeOptions {
  church: string
  keep: number
  remove: number
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
    async (open, id: number, { church }: { church: string }) => {
      const removed = await doAction(open, church, removePerson, { id })
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
    async (open, id: number, { church }: { church: string }) => {
      const restored = await doAction(open, church, restorePerson, { id })
      return { json: restored, text: `${restored.full_name} (${id}) is back in the lists.` }
    },
  )

  addTagCommands(person, end)

  action(
    person
      .command('merge')
      .description('merge two records of one person: what belongs to it follows, empty fields are filled')
      .requiredOption('--keep <id>', 'the record that stays', idOption)
      .requiredOption('--remove <id>', 'the record that goes', idOption)
      .requiredOption('--church <slug>', 'the church')
      .addHelpText('after', '\nExample:\n  sexton person merge --keep 12 --remove 57 --church grace'),
    end,
    async (open, { church, keep, remove }: MergeOptions) => {
      const kept = await doAction(open, church, mergePeople, { keep, remove })
      return { json: kept, text: `Person ${remove} is merged into ${kept.full_name} (${keep}).` }
    },
  )
}

function addTagCommands(person: Command, end: Parameters<AddCommand>[1]): void {
  const tag = person.command('tag').description('tags of a person, for the console and for other systems')
  for (const [name, change] of [
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
      async (open, id: number, text: string, { church }: { church: string }) => {
        const tagged = await doAction(open, church, change, { id, tag: text })
        return { json: tagged, text: `Tags of person ${id}: ${tagged.tags.join(', ') || 'none'}.` }
      },
    )
  }
}
