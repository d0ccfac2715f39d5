/** What a record says, for the texts of its actions on the command line. */
import { displayAmount } from '../lib/money.ts'
import type { Resource } from '../resource/resource.ts'
import type { Shown } from './read.ts'

const SAID: readonly string[] = ['amount', 'date', 'line', 'text']

/** What it is called (`name`), and its amounts, days and lines by the names of their fields; nothing for what is not said. */
export function wordsOfRecord({ fields, title = '', words }: Resource, record: Shown): Record<string, string> {
  const said = (name: string): string => {
    const value = record[name] ?? ''
    return fields[name]?.spec.kind === 'amount' && value !== ''
      ? displayAmount(BigInt(Number(value)), String(record.currency ?? ''))
      : String(value)
  }
  const names = Object.keys(fields).filter(name => SAID.includes(fields[name]?.spec.kind ?? ''))
  return { ...Object.fromEntries(names.map(name => [name, said(name)])), name: said(title) || words.one }
}
