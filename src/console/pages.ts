/**
 * The pages of the console: static files that Vite built, kept in memory. Every address that is no file is the one page,
 * whose script looks at the address. Styles are allowed by a nonce of each answer, scripts only from this service.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { chosenAppearance } from '../http/appearance.ts'
import { languageRead } from '../http/asked-languages.ts'
import { type Encoding, wantedEncoding } from '../http/encodings.ts'
import { header, type Reply, type Request, shared } from '../http/message.ts'
import { languageNamed } from '../texts/catalogues.ts'
import { directionOf } from '../texts/chosen.ts'
import { msg } from '../texts/language.ts'
import { MANIFEST, manifest } from './manifest.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
}

/** What the build has compressed stands beside it (console/build/compress.ts). */
const COMPRESSED: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

/** Where Vite puts what it names by its content: such a file never changes. */
const ASSETS = '/assets/'
/** In the page, in the place of the nonce of its answer. */
const NONCE = '__CSP_NONCE__'
/** In the page, in the place of the language. */
const LANGUAGE = 'lang="en"'
/** In the page, for who runs no scripts. */
const NEEDS_SCRIPTS = msg('The console of Sexton needs JavaScript.')
/** In the page, where more is told to be fetched at once. */
const HEAD_END = '</head>'

/** Answers what a browser asks for; undefined for what is no page of the console. */
type ConsolePages = (request: Request) => Reply | undefined

/** What was built, by address. */
export type PageFiles = ReadonlyMap<string, Buffer>

/**
 * Answers with the pages.
 * @param files what was built (`readPages`); where there is nothing, there are no pages
 * @param languages that there are (BCP 47): who looks at a page has chosen one, or their browser asks for it
 * @param usual where it asks for none of them
 */
export function consolePages(files: PageFiles, languages: readonly string[], usual: string): ConsolePages {
  const page = files.get('/index.html')?.toString('utf8')
  if (page === undefined) return () => undefined
  return request => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
    const file = request.sentPath === '/index.html' ? undefined : files.get(request.sentPath)
    if (file !== undefined) return asset(request, file, files)
    if (request.sentPath === MANIFEST) return theManifest(languageRead(request, languages, usual))
    return wantsPage(request) ? thePage(page, request, languageRead(request, languages, usual), files) : undefined
  }
}

/** Reads all that was built into a folder; nothing where there is none. */
export function readPages(folder: string): PageFiles {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSent)
  return new Map(names.map(name => [`/${name.replaceAll('\\', '/')}`, readFileSync(path.join(folder, name))]))
}

const endings = Object.values(COMPRESSED)

/** A file of a type that is sent, or what it is compressed. */
function isSent(name: string): boolean {
  const ending = endings.find(one => name.endsWith(one)) ?? ''
  return path.extname(name.slice(0, name.length - ending.length)) in TYPES
}

/** Browsers say that they want HTML when somebody goes to an address; programs do not. */
const wantsPage = (request: Request): boolean => header(request, 'accept')?.includes('text/html') ?? false

function asset(request: Request, file: Buffer, files: PageFiles): Reply | undefined {
  const name = request.sentPath
  const type = TYPES[path.extname(name)]
  // Compressed files are no addresses of their own.
  if (type === undefined) return undefined
  const age = name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'
  const wanted = wantedEncoding(request)
  const smaller = wanted && files.get(`${name}${COMPRESSED[wanted]}`)
  const headers = {
    'Content-Type': type,
    'Cache-Control': age,
    Vary: 'Accept-Encoding',
    ...(smaller && { 'Content-Encoding': wanted }),
  }
  return { status: 200, headers, ...shared(smaller ?? file) }
}

/** In the language of the page that names it: its link sends the cookies along. */
function theManifest(language: string): Reply {
  const headers = {
    'Content-Type': 'application/manifest+json; charset=utf-8',
    'Cache-Control': 'no-cache',
    'Content-Language': language,
    Vary: 'Accept-Language, Cookie',
  }
  return { status: 200, headers, body: manifest(language) }
}

/** The texts of the first pages in a language: a file that is named after it. English has none. */
const textsOf = (language: string, files: PageFiles): string | undefined =>
  [...files.keys()].find(name => name.startsWith(`${ASSETS}${language}-`) && name.endsWith('.js'))

/** What the page says of itself: its language, its direction, and whether it is light or dark, where somebody chose. */
function attributesOf(request: Request, language: string): string {
  const chosen = chosenAppearance(request)
  const appearance = chosen === undefined ? '' : ` data-mantine-color-scheme="${chosen}"`
  return `lang="${language}" dir="${directionOf(language)}"${appearance}`
}

function thePage(page: string, request: Request, language: string, files: PageFiles): Reply {
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Charts and menus are placed by the style of an element.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
    'Content-Language': language,
    Vary: 'Accept-Language, Cookie',
  }
  const texts = textsOf(language, files)
  const fetched = texts === undefined ? '' : `<link rel="modulepreload" crossorigin href="${texts}">`
  const body = page
    .replace(LANGUAGE, attributesOf(request, language))
    .replace(NEEDS_SCRIPTS, languageNamed(language).say(NEEDS_SCRIPTS))
    .replace(HEAD_END, `${fetched}${HEAD_END}`)
    .replaceAll(NONCE, nonce)
  return { status: 200, headers, body }
}
