/** The guide for volunteers at /guide: the chapters of `docs/guide/`, with their pictures, from this installation only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pages } from './handler.ts'
import { type Reply, shared } from './message.ts'

const STYLE = `
:root { color-scheme: light dark; --text: light-dark(#1a1b1e, #e9ecef); --link: light-dark(#3b4bc2, #a5b4fc); --line: light-dark(#dee2e6, #495057); }
body { margin: 0; font: 17px/1.6 system-ui, sans-serif; color: var(--text); background: light-dark(#fff, #1a1b1e); }
header, main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
header { border-bottom: 1px solid var(--line); }
a { color: var(--link); }
h1 { line-height: 1.2; }
h2 { margin-top: 2.2em; line-height: 1.3; }
img { display: block; max-width: 100%; height: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; overflow-wrap: anywhere; }
th, td { padding: .4rem .8rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
`

const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const PICTURES: Readonly<Record<string, string>> = { '.png': 'image/png', '.webp': 'image/webp' }

/** The file that is the contents. */
const CONTENTS = 'README.md'

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · The guide to Sexton</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/guide/guide.css">
</head>
<body>
<header><a href="/guide">The guide</a></header>
<main>
${body}</main>
</body>
</html>
`

/** Links of the files, as they lead from page to page here: `entering-gifts.md#a` is `/guide/entering-gifts#a`. */
const linked = (html: string): string =>
  html
    .replaceAll(/(href=")(?:\.\/)?README\.md/g, '$1/guide')
    .replaceAll(/(href=")(?:\.\/)?([\w-]+)\.md/g, '$1/guide/$2')
    .replaceAll(/(src=")(?:\.\/)?pictures\//g, '$1/guide/pictures/')

/** A chapter: made when it is first asked for, and then kept. */
function chapter(file: string): () => Promise<Reply> {
  let made: string | undefined
  return async () => {
    if (made === undefined) {
      const text = readFileSync(file, 'utf8')
      const { marked } = await import('marked')
      made = page(/^# (.+)$/m.exec(text)?.[1] ?? 'Sexton', linked(await marked.parse(text)))
    }
    return {
      status: 200,
      headers: { ...headersOf('text/html; charset=utf-8'), 'Content-Security-Policy': POLICY },
      body: made,
    }
  }
}

const picture = (file: string, type: string) => (): Reply => ({
  status: 200,
  headers: headersOf(type),
  ...shared(readFileSync(file)),
})

const headersOf = (type: string): Record<string, string> => ({ 'Content-Type': type, 'Cache-Control': 'max-age=3600' })

/** The pages, by path; none where the installation came without its guide. @param folder `docs/guide` */
export function guidePages(folder: string): Pages {
  if (!existsSync(folder)) return {}
  const chapters = readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => [name === CONTENTS ? '/guide' : `/guide/${name.slice(0, -3)}`, chapter(path.join(folder, name))])
  const shots = path.join(folder, 'pictures')
  const pictures = (existsSync(shots) ? readdirSync(shots) : []).flatMap(name => {
    const type = PICTURES[path.extname(name)]
    return type === undefined ? [] : [[`/guide/pictures/${name}`, picture(path.join(shots, name), type)]]
  })
  return {
    // Somebody typed it; everything else has one form.
    '/guide/': () => ({ status: 308, headers: { Location: '/guide' }, body: '' }),
    '/guide/guide.css': () => ({ status: 200, headers: headersOf('text/css; charset=utf-8'), body: STYLE }),
    ...Object.fromEntries([...chapters, ...pictures]),
  }
}
