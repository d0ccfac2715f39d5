/** Texts as they are kept, which test/catalogues.test.ts holds against the sources: to read all of these takes seconds. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Catalogue } from '../../src/texts/language.ts'
import { REFUSALS, TEXTS } from '../../src/texts/names.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** Every text that people read, by its English words. */
export const keptTexts = (): string[] => Object.keys(read(path.join(TEXTS, 'fr.json')) as Catalogue)

/** Texts that say why something is refused. */
export const keptRefusals = (): string[] => read(REFUSALS) as string[]
