/**
 * The guide for volunteers at /guide: the chapters of `docs/guide/`, with their pictures, from this installation only. English
 * stands in the folder itself, each other language in a folder of its name, with the same files.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Html, html, languageChoice } from '../public-routes/page.ts'
import { languageNamed } from '../texts/catalogues.ts'
import { chosenLanguage, directionOf } from '../texts/chosen.ts'
import type { Language } from '../texts/language.ts'
import { languages } from '../texts/names.ts'
import { type Appearance, chosenAppearance } from './appearance.ts'
import { askedLanguages, choicesOf } from './asked-languages.ts'
import { idsOf } from './guide-text.ts'
import type { Pages } from './handler.ts'
import { type Reply, type Request, shared } from './message.ts'

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1a1b1e, #e9ecef); --link: light-dark(#3b4bc2, #a5b4fc); --line: light-dark(#dee2e6, #495057); }
@media screen { [data-appearance=light]:root { color-scheme: light; } [data-appearance=dark]:root { color-scheme: dark; } }
body { margin: 0; font: 1.0625rem/1.6 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #1a1b1e); }
header, main, .languages { max-width: 44rem; margin: 0 auto; padding: 1rem; overflow-wrap: break-word; }
header { border-bottom: 1px solid var(--line); }
.languages { display: flex; flex-wrap: wrap; gap: .25rem 1rem; border-top: 1px solid var(--line); } .languages > * { padding: .4rem 0; }
a { color: var(--link); }
h1 { line-height: 1.2; }
h2 { margin-top: 2.2em; line-height: 1.3; }
img { display: block; width: 390px; max-width: 100%; height: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 8px; }
code { direction: ltr; unicode-bidi: isolate; }
table { border-collapse: collapse; overflow-wrap: anywhere; }
th, td { padding: .4rem .8rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
@media (max-width: 30rem) { th, td { padding: .4rem; } }
`

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PICTURES: Readonly<Record<string, string>> = { '.png': 'image/png', '.webp': 'image/webp' }

/** The file that is the contents. */
const CONTENTS = 'README.md'

/** The folder of a language, below that of the guide. */
const folderOf = (language: string): string => (language === 'en' ? '' : language)

/** How a page was asked for. */
interface Asked {
  language: string
  /** By a link of the guide: those on the page lead on in it. */
  chosen: boolean
  /** Light or dark, where they chose one in the console. */
  appearance: Appearance | undefined
}

const page = (language: Language, title: string, body: string, { chosen, appearance }: Asked): string => {
  const { say, locale } = language
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${appearance && html` data-appearance="${appearance}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${say('{title} · The guide to Sexton', { title })}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<header><a href="/guide${chosen && `?lang=${locale}`}">${say('The guide')}</a></header>
<main>
${new Html(body)}</main>
${languageChoice(language)}</body>
</html>
`.text
}

/** Links of the files, as they lead from page to page here: `entering-gifts.md#a` is `/guide/entering-gifts#a`. */
function linked(markup: string, { language, chosen }: Asked): string {
  const on = chosen ? `?lang=${language}` : ''
  const folder = ['/guide', folderOf(language)].filter(Boolean).join('/')
  return markup
    .replaceAll(/(href=")(?:\.\/)?README\.md/g, `$1/guide${on}`)
    .replaceAll(/(href=")(?:\.\/)?([\w-]+)\.md/g, `$1/guide/$2${on}`)
    .replaceAll(/(src=")(?:\.\/)?pictures\//g, `$1${folder}/pictures/`)
}

/** Gives each heading the name of its section. */
function named(markup: string, ids: readonly string[]): string {
  let at = 0
  return markup.replaceAll(/<(h[1-6])>/g, (tag, heading) => {
    const id = ids[at]
    at += 1
    return id === undefined ? tag : `<${heading} id="${id}">`
  })
}

/** A chapter as a page, in one language. @param offered those that it is there in */
async function written(folder: string, file: string, asked: Asked, offered: readonly string[]): Promise<string> {
  const read = (language: string): string => readFileSync(path.join(folder, folderOf(language), file), 'utf8')
  const text = read(asked.language)
  const { marked } = await import('marked')
  const body = named(linked(await marked.parse(text.replaceAll(/<!--.*?-->\n?/gs, '')), asked), idsOf(read('en')))
  const language = { ...languageNamed(asked.language), choices: choicesOf(offered, '') }
  return page(language, /^# (.+)$/m.exec(text)?.[1] ?? 'Sexton', body, asked)
}

/** What a chapter is read in: what they chose here, their own in the console, what pages and their browser ask for, English. */
function askedFor(request: Request, offered: readonly string[], usual: string): Asked {
  const { chosen, account, kept, accepted } = askedLanguages(request)
  const [first, ...others] = [chosen, account, kept, accepted, usual].map(one => chosenLanguage(one, offered, ''))
  const appearance = chosenAppearance(request)
  if (first) return { language: first, chosen: true, appearance }
  return { language: others.find(Boolean) ?? 'en', chosen: false, appearance }
}

/** A chapter: made when it is first asked for in a language, and then kept. */
function chapter(folder: string, file: string, usual: string): (request: Request) => Promise<Reply> {
  const offered = guideLanguages(folder).filter(one => existsSync(path.join(folder, folderOf(one), file)))
  const made = new Map<string, string>()
  return async request => {
    const asked = askedFor(request, offered, usual)
    const key = JSON.stringify(asked)
    const body = made.get(key) ?? (await written(folder, file, asked, offered))
    made.set(key, body)
    const headers = {
      ...headersOf('text/html; charset=utf-8'),
      'Content-Security-Policy': POLICY,
      'Content-Language': asked.language,
      Vary: 'Accept-Language, Cookie',
    }
    return { status: 200, headers, body }
  }
}

const picture = (file: string, type: string) => (): Reply => ({
  status: 200,
  headers: headersOf(type),
  ...shared(readFileSync(file)),
})

const headersOf = (type: string): Record<string, string> => ({ 'Content-Type': type, 'Cache-Control': 'max-age=3600' })

/** The languages of the guide, English first: those of the texts that have a folder in it. */
export const guideLanguages = (folder: string): string[] =>
  languages().filter(one => existsSync(path.join(folder, folderOf(one), CONTENTS)))

/** The files of the chapters, the contents among them; in every language they are called the same. @param folder `docs/guide` */
export const chapterFiles = (folder: string): string[] => readdirSync(folder).filter(name => name.endsWith('.md'))

/** The pictures of a language, by path. */
function pictures(folder: string, language: string): [string, () => Reply][] {
  const shots = path.join(folder, folderOf(language), 'pictures')
  return (existsSync(shots) ? readdirSync(shots) : []).flatMap(name => {
    const type = PICTURES[path.extname(name)]
    const address = ['/guide', folderOf(language), 'pictures', name].filter(Boolean).join('/')
    return type === undefined ? [] : [[address, picture(path.join(shots, name), type)]]
  })
}

/**
 * The pages, by path; none where the installation came without its guide.
 * @param folder `docs/guide`
 * @param usual the language of who asks for none that there is
 */
export function guidePages(folder: string, usual: string): Pages {
  if (!existsSync(folder)) return {}
  const chapters = chapterFiles(folder).map(name => [
    name === CONTENTS ? '/guide' : `/guide/${name.slice(0, -3)}`,
    chapter(folder, name, usual),
  ])
  return {
    // Somebody typed it; everything else has one form.
    '/guide/': () => ({ status: 308, headers: { Location: '/guide' }, body: '' }),
    '/guide/guide.css': () => ({ status: 200, headers: headersOf('text/css; charset=utf-8'), body: STYLE }),
    ...Object.fromEntries([...chapters, ...guideLanguages(folder).flatMap(one => pictures(folder, one))]),
  }
}
