/** device add, device list, device remove. */
import { Option } from 'commander'
import { addDevice, DEVICE_KINDS, listDevices, removeDevice } from '../modules/messaging/devices.ts'
import { type AddCommand, action, table } from './command.ts'
import { doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { settingValues } from './setting-values.ts'

interface AddOptions {
  church: string
  person: number
  kind: (typeof DEVICE_KINDS)[number]
  address: string
  name?: string
}

/** Adds the commands for the devices that take push messages. */
export const addDeviceCommand: AddCommand = (device, call) => {
  action(
    device
      .command('add')
      .description('register a device of a person')
      .requiredOption('--church <slug>', 'the church')
      .requiredOption('--person <id>', 'whose it is', idOption)
      .addOption(new Option('--kind <kind>', 'how it is reached').choices(DEVICE_KINDS).makeOptionMandatory())
      .requiredOption(
        '--address <text>',
        'its push subscription (JSON) or registration token; @file or - for standard input',
      )
      .option('--name <text>', 'what its owner calls it')
      .addHelpText(
        'after',
        '\nExample:\n  sexton device add --church grace --person 12 --kind fcm --address @token.txt',
      ),
    call,
    async (open, { church, person, kind, address, name }: AddOptions) => {
      const { value } = await settingValues([`value=${address}`])
      const added = await doAction(open, church, addDevice, { person_id: person, kind, address: value, name })
      return { json: added, text: `Device ${added.id} of person ${person} takes push messages.` }
    },
  )

  action(
    device
      .command('list')
      .description('list the devices of a church, or of one person')
      .requiredOption('--church <slug>', 'the church')
      .option('--person <id>', 'whose', idOption),
    call,
    async ({ database, church }, { church: slug, person }: { church: string; person?: number }) => {
      const devices = await listDevices(database.read, await church(slug), person)
      const rows = devices.map(one => [one.id, one.person_id, one.kind, one.name, one.created_at])
      return { json: { devices }, text: table(['id', 'person', 'kind', 'name', 'added'], rows) }
    },
  )

  action(
    device
      .command('remove')
      .description('forget a device')
      .argument('<id>', 'the device', idOption)
      .requiredOption('--church <slug>', 'the church'),
    call,
    async (open, id: number, { church }: { church: string }) => {
      await doAction(open, church, removeDevice, { id })
      return { json: { id }, text: `Device ${id} is forgotten.` }
    },
  )
}
