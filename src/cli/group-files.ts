/** group files, add-file, save-file, remove-file: the material of a group from the terminal. */
import { open as openFile, stat } from 'node:fs/promises'
import path from 'node:path'
import {
  beginGroupFile,
  fileView,
  finishGroupFile,
  type GroupFile,
  groupFilesView,
  putGroupFile,
  removeGroupFile,
} from '../modules/group-files/group-files.ts'
import { type AddCommand, action, CommandError, type Open, table } from './command.ts'
import { doAction } from './doing.ts'
import { lookAt, writeMade } from './made-file.ts'
import { idOption } from './numbers.ts'
import { CHURCH } from './resource-change.ts'

interface Of {
  church: string
}

/** Adds them to the group of commands. */
export const addFiles: AddCommand = (group, call) => {
  action(
    group
      .command('files')
      .description('list the files of a group')
      .argument('<id>', 'the group', idOption)
      .requiredOption(...CHURCH),
    call,
    async (open, id: number, { church }: Of) => {
      const files = (await lookAt(open, church, groupFilesView, { id: String(id) })) as GroupFile[]
      const rows = files.map(one => [one.id, one.name, one.size, one.added_by, one.created_at])
      const text = rows.length === 0 ? 'No files.' : table(['id', 'name', 'bytes', 'added by', 'added'], rows)
      return { json: { files }, text }
    },
  )
  action(
    group
      .command('add-file')
      .description('add a file to a group: what it is, its content says and not its name')
      .argument('<id>', 'the group', idOption)
      .argument('<path>', 'the file, 10 MB at most')
      .requiredOption(...CHURCH)
      .addHelpText('after', '\nExample:\n  sexton group add-file 5 lesson.pdf --church grace'),
    call,
    async (open, id: number, from: string, { church }: Of) => {
      const kept = await send(open, church, id, from)
      return { json: { file: kept }, text: `${kept.name} is added as ${kept.id}.` }
    },
  )
  action(
    group
      .command('save-file')
      .description('save a file of a group')
      .argument('<file>', 'the file, as group files lists it', idOption)
      .requiredOption('--out <path>', 'where to')
      .requiredOption(...CHURCH)
      .addHelpText('after', '\nExample:\n  sexton group save-file 12 --out lesson.pdf --church grace'),
    call,
    async (open, id: number, { church, out }: Of & { out: string }) => {
      await writeMade(open, church, fileView, { id: String(id) }, out)
      return { json: { out }, text: `Saved as ${out}.` }
    },
  )
  action(
    group
      .command('remove-file')
      .description('remove a file of a group, for everybody')
      .argument('<file>', 'the file, as group files lists it', idOption)
      .requiredOption(...CHURCH),
    call,
    async (open, id: number, { church }: Of) => {
      await doAction(open, church, removeGroupFile, { id })
      return { json: { id }, text: 'The file is removed.' }
    },
  )
}

/** Sends a file in parts, as the console does. @throws CommandError for one that cannot be read */
async function send(open: Open, church: string, group_id: number, from: string) {
  try {
    const { size } = await stat(from)
    const { id, part_bytes } = await doAction(open, church, beginGroupFile, {
      group_id,
      name: path.basename(from),
      bytes: size,
    })
    const file = await openFile(from)
    try {
      for (let part = 0; part * part_bytes < size; part += 1) {
        const piece = Buffer.alloc(Math.min(part_bytes, size - part * part_bytes))
        await file.read(piece, 0, piece.length, part * part_bytes)
        await doAction(open, church, putGroupFile, { id, part, data: piece.toString('base64') })
      }
    } finally {
      await file.close()
    }
    return await doAction(open, church, finishGroupFile, { id })
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    throw syscall === undefined ? error : new CommandError(`${from} cannot be read (${code}).`)
  }
}
