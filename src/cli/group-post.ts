/** group post: writes to the members of a group; words may come from a file. The rest of the group is derived. */
import { readFile } from 'node:fs/promises'
import { Option } from 'commander'
import { AUDIENCES } from '../modules/group-posts/fields.ts'
import { groupPosts } from '../modules/group-posts/group-posts.ts'
import { SEND_CHANNELS } from '../modules/messaging/provider.ts'
import type { ByHand } from './by-hand.ts'
import { action, CommandError } from './command.ts'
import { doWrite } from './doing.ts'
import { addFiles } from './group-files.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface PostOptions {
  church: string
  body?: string
  file?: string
  audience?: string
  channel?: string[]
  person?: number
}

export const byHand: ByHand = {
  instead: [],
  add(group, call) {
    addFiles(group, call)
    action(
      group
        .command('post')
        .description('post in a group, and send it to its members by the channels that are named')
        .argument('<id>', 'the group', idOption)
        .option('--body <text>', 'what it says')
        .addOption(new Option('--file <path>', 'a UTF-8 text file with what it says').conflicts('body'))
        .addOption(new Option('--audience <who>', 'for whom').choices([...AUDIENCES]))
        .option(
          '--channel <name>',
          `${SEND_CHANNELS.join(', ')}, as often as there are; without any it is shown and sent to nobody`,
          (text: string, before: string[] = []) => [...before, text],
        )
        .option('--person <id>', 'a leader of the group in whose name it is posted', idOption)
        .requiredOption(...CHURCH)
        .addHelpText(
          'after',
          '\nExample:\n  sexton group post 5 --body "We meet at seven." --channel email --church grace',
        ),
      call,
      async (open, id: number, { church, body, file, audience, channel, person }: PostOptions) => {
        const { create } = groupPosts
        if (create === undefined) throw new Error('Posts are created.')
        const words = file === undefined ? body : await readText(file)
        const said = { group_id: id, body: words, audience, channels: channel, person_id: person }
        const sent = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
        const { data } = await doWrite(open, church, create, sent)
        const post = JSON.parse(data) as { id: number; recipients: number; channels: string[] }
        const gone = post.channels.length === 0 ? 'It is sent to nobody' : `It reaches ${post.recipients} people`
        return { json: { post }, text: `Posted as ${post.id}. ${gone}.` }
      },
    )
  },
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file)).trim()
  } catch (error) {
    throw new CommandError(`${file} cannot be read as UTF-8 text: ${(error as Error).message}`)
  }
}
