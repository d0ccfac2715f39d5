/** Reads numbers from options. */
import { InvalidArgumentError } from 'commander'
import { readId } from '../resource/filter.ts'

/** A positive whole number. @throws InvalidArgumentError */
export function idOption(text: string): number {
  const id = readId(text)
  if (id === undefined) throw new InvalidArgumentError('It must be a positive whole number.')
  return id
}

/** A whole number, or `none`: commander makes an empty text of null. @throws InvalidArgumentError */
export function limitOption(text: string): number | 'none' {
  if (text === 'none') return text
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or none.')
  return Number(text)
}

/** A comma-separated list; empty text is an empty list. */
export const listOption = (text: string): string[] =>
  text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')

/** A whole number, 0 among them. @throws InvalidArgumentError */
export function countOption(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
