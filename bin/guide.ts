/**
 * `npm run guide`: tells which sections of the guide changed in English since they were translated; with a language, says of
 * its chapters that they were made of the English of now.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { chapterFiles, guideLanguages } from '../src/http/guide.ts'
import { changedSince, markedAsMadeOf } from '../src/http/guide-text.ts'

const GUIDE = path.resolve(import.meta.dirname, '../docs/guide')

const HELP = `npm run guide                 sections whose English changed since they were translated
npm run guide -- fr           the chapters in French follow the English as it stands: run it when they do
npm run guide -- fr README    the same of one chapter, by its file`

/** A chapter in another language. */
interface Translation {
  /** As people name it: `fr/first-sunday.md`. */
  name: string
  file: string
  text: string
  english: string
}

/** Every chapter of a language that there is; a missing one is empty. */
function translations(language: string): Translation[] {
  return chapterFiles(GUIDE).map(name => {
    const file = path.join(GUIDE, language, name)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return { name: `${language}/${name}`, file, text, english: readFileSync(path.join(GUIDE, name), 'utf8') }
  })
}

/** One line for each section that a translation is behind with. */
export const guideBehind = (): string[] =>
  guideLanguages(GUIDE)
    .filter(language => language !== 'en')
    .flatMap(translations)
    .flatMap(({ name, text, english }) => changedSince(text, english).map(heading => `${name}: “${heading}”`))

/** @param only one chapter, by its file without `.md`; all of them where it is not said */
function mark(language: string, only?: string): void {
  const chosen = translations(language).filter(({ file, text }) => {
    return text !== '' && (only === undefined || path.basename(file, '.md') === only)
  })
  if (chosen.length === 0) throw new Error(`There is no such chapter in docs/guide/${language}.`)
  for (const { name, file, text, english } of chosen) {
    writeFileSync(file, markedAsMadeOf(text, english))
    console.log(`${name} follows the English as it stands.`)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: 'boolean' } } })
  const [language, only] = positionals
  if (values.help) console.log(HELP)
  else if (language !== undefined) mark(language, only)
  else for (const line of guideBehind()) console.log(line)
}
