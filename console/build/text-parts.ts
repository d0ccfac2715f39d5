/**
 * Which texts of a language come with which page. What the frame, the sign-in and the home page say comes first, with the
 * names of the first steps and the words of values; what is declared comes with the first page that is loaded after them; refusals with it, or when something is refused before; other texts with the pages that say them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { textsIn } from '../../bin/source-texts.ts'
import { declaredTexts, refusalTexts } from '../../bin/texts.ts'
import { valueWords } from '../../src/console/house-shown.ts'
import { navigationWords } from '../../src/console/navigation.ts'
import { STEPS } from '../../src/console/setup/steps.ts'
import { HOUSE } from '../../src/house.ts'
import type { Catalogue } from '../../src/texts/language.ts'
import type { Reached } from './reached.ts'

/** The names of texts by the part that they come with: `first`, `declared`, `refusals`, or the file of a page. */
export type TextParts = ReadonlyMap<string, ReadonlySet<string>>

/** Loads the pages of a church, which may show all that is declared. */
const CHURCH_PAGES = 'src/church-pages.tsx'

const OWN = /[\\/](console[\\/]src|src)[\\/][^?]+\.tsx?$/

/**
 * @param root of the console
 * @param first the files of the first pages
 * @param later those that are loaded when they are wanted
 */
export function textParts(
  root: string,
  reached: Reached,
  first: readonly string[],
  later: readonly string[],
): TextParts {
  const known = new Map<string, string[]>()
  const repository = path.dirname(root)
  const saidIn = (file: string): string[] => {
    const said =
      known.get(file) ??
      textsIn(path.relative(repository, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')).said.map(
        ({ message }) => message,
      )
    known.set(file, said)
    return said
  }
  const saidBy = (files: readonly string[]): string[] =>
    [...reached.by(files)].filter(id => OWN.test(id) && !id.includes('node_modules')).flatMap(saidIn)
  const told = [...navigationWords(HOUSE), ...valueWords(HOUSE), ...STEPS.map(({ title }) => title)]
  const parts = new Map([['first', new Set([...saidBy(first), ...told])]])
  const without = (texts: readonly string[], ...before: string[]): Set<string> =>
    new Set(texts.filter(text => !before.some(part => parts.get(part)?.has(text))))
  parts.set('declared', without(declaredTexts(), 'first'))
  // Whole: they are looked for among themselves.
  parts.set('refusals', new Set(refusalTexts()))
  const ofChurch = new Set(
    loadedBy(root, path.join(root, CHURCH_PAGES), readFileSync(path.join(root, CHURCH_PAGES), 'utf8')),
  )
  for (const file of later) {
    parts.set(file, without(saidBy([file]), 'first', ...(ofChurch.has(file) ? ['declared'] : [])))
  }
  return parts
}

/** The languages that there are, without those for private use, which tests write beside a build that is in use. */
const LANGUAGES = 'virtual:languages'
const VIRTUAL = 'virtual:texts/'
const RESOLVED = `\0${VIRTUAL}`

/** A module that is loaded when it is wanted, of our own. */
const LOADED = /import\('(\.[^']+\.tsx?)'\)/g

/** Files below the console's root that are loaded when they are wanted, by the text of a source. */
export const loadedBy = (root: string, file: string, source: string): string[] =>
  [...source.matchAll(LOADED)].map(([, to = '']) => belowRoot(root, file, to))

const belowRoot = (root: string, file: string, to: string): string =>
  path.relative(root, path.resolve(path.dirname(file), to)).replaceAll('\\', '/')

/**
 * Makes a file of each part of each language, and has every module that is loaded when it is wanted wait for its part.
 * @param folder of the catalogues
 * @param parts undefined where each language is one part, as while pages are developed
 */
export function textsByPage(root: string, folder: string, parts: TextParts | undefined): Plugin {
  const catalogue = (language: string): Catalogue =>
    JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Catalogue
  const partOf = (language: string, part: string): string => {
    const texts = Object.entries(catalogue(language))
    const wanted = parts?.get(part)
    return JSON.stringify(Object.fromEntries(wanted ? texts.filter(([text]) => wanted.has(text)) : texts))
  }
  const languages = readdirSync(folder)
    .filter(name => name.endsWith('.json') && !name.includes('-x-'))
    .map(name => path.basename(name, '.json'))
  const others = [...(parts ?? [])].filter(([name, { size }]) => name !== 'first' && size > 0).map(([name]) => name)
  return {
    name: 'texts-by-page',
    // Before the sources are compiled: what they load is found by how they are written.
    enforce: 'pre',
    resolveId: id => (id === LANGUAGES || id.startsWith(VIRTUAL) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) {
        const loads = languages.map(one => `'${one}': () => import('${VIRTUAL}${one}')`)
        return `export const LANGUAGES = { ${loads.join(', ')} }`
      }
      if (!id.startsWith(RESOLVED)) return undefined
      const [language = '', ...part] = id.slice(RESOLVED.length).split('/')
      if (part.length > 0) return `export default ${partOf(language, part.join('/'))}`
      const loads = others.map(name => `${JSON.stringify(name)}: () => import('${VIRTUAL}${language}/${name}')`)
      return `export default ${partOf(language, 'first')}\nexport const parts = { ${loads.join(',\n')} }`
    },
    transform(code, id) {
      if (!parts || !OWN.test(id) || !code.includes("import('.")) return undefined
      let waits = false
      const declared = belowRoot(root, id, path.basename(id)) === CHURCH_PAGES ? "'declared', " : ''
      const waiting = code.replaceAll(LOADED, (loading, to: string) => {
        const file = belowRoot(root, id, to)
        if (!parts.has(file)) return loading
        waits = true
        return `textsOf(${declared}'${file}').then(() => ${loading})`
      })
      if (!waits) return undefined
      const from = path.relative(path.dirname(id), path.join(root, 'src/texts/load-language.ts')).replaceAll('\\', '/')
      return { code: `import { textsOf } from '${from.startsWith('.') ? from : `./${from}`}'\n${waiting}`, map: null }
    },
  }
}
