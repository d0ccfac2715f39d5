/** config: every setting. */
import { describeConfig, readConfig } from '../config.ts'
import { type AddCommand, report, table } from './command.ts'

export const addConfig: AddCommand = (config, call) => {
  report(config, call, async () => {
    const settings = describeConfig(readConfig())
    const rows = settings.map(({ name, value, meaning }) => [name, value === '' ? '-' : value, meaning])
    return { json: { settings }, text: table(['name', 'value', 'meaning'], rows) }
  })
}
