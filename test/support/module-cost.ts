/** What a module costs: its own files and lines, and which files outside of it name it. */
import { RESOURCES } from './endpoints.ts'
import { codeOf, type Source, sourcesOf } from './source-tree.ts'

/** A module, by its folder. */
export interface ModuleCost {
  folder: string
  /** Without its tests. */
  files: number
  lines: number
  /** Shared files that name it, by their paths in the repository. */
  namedIn: string[]
}

/** Folders of the pages that belong to all modules; the others are each a part of the product, made by hand. */
const FRAME = [
  ...['api', 'charts', 'declared', 'formats', 'forms', 'house', 'lists', 'parts'],
  ...['session', 'shell', 'sign-in', 'texts', 'unsent'],
]

const MODULE = /^modules\/[^/]+\//

/** The files of the service and the pages that belong to no module alone. */
function sharedSources(): Source[] {
  const pages = sourcesOf('console/src').filter(({ name }) => !name.includes('/') || FRAME.includes(partOf(name)))
  const service = sourcesOf('src').filter(({ name }) => !MODULE.test(name))
  return [
    ...service.map(({ name, text }) => ({ name: `src/${name}`, text })),
    ...pages.map(({ name, text }) => ({ name: `console/src/${name}`, text })),
  ]
}

const partOf = (name: string): string => name.split('/')[0] ?? ''

const linesOf = (text: string): number => text.split('\n').length - 1

/** What each module costs, in the order of their folders. */
export function moduleCosts(): ModuleCost[] {
  const shared = sharedSources().map(({ name, text }) => ({ name, code: codeOf(text) }))
  const own = sourcesOf('src/modules')
  const folders = [...new Set(own.filter(({ name }) => name.includes('/')).map(({ name }) => partOf(name)))]
  return folders.sort().map(folder => {
    const mine = own.filter(({ name }) => partOf(name) === folder)
    const named = namesOf(folder, mine)
    const namedIn = shared.filter(({ code }) => named.test(code)).map(({ name }) => name)
    return { folder, files: mine.length, lines: mine.reduce((sum, { text }) => sum + linesOf(text), 0), namedIn }
  })
}

/** How a file names a module: it imports of its folder, or names a resource of it: as a value, in an address, as a key. */
function namesOf(folder: string, files: readonly Source[]): RegExp {
  const resources = [...RESOURCES.keys()].filter(name =>
    files.some(({ text }) => text.includes('resource({') && new RegExp(`^ {2}name: '${name}',$`, 'm').test(text)),
  )
  const named = resources.flatMap(name => [`['"\`/]${name}['"\`/.?:]`, `^\\s*${name}: `])
  return new RegExp([`modules/${folder}/`, `'\\./${folder}/`, `'${folder}\\.`, ...named].join('|'), 'm')
}
