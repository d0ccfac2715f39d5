/** Pages for people who come to a public route: plain HTML, readable on a phone; with a script only where one is needed. */
import { createHash } from 'node:crypto'
import { directionOf } from '../texts/chosen.ts'
import type { Language } from '../texts/language.ts'
import type { PublicReply } from './public-route.ts'

/** HTML that is safe to be shown. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

type Value = Html | string | number | null | undefined | false | readonly Value[]

const shown = (value: Value): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(shown).join('')
  return String(value).replace(/[&<>"']/g, character => ESCAPES[character] ?? '')
}

/** HTML with values in it: text is escaped, lists are joined, null and false are nothing. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(strings.reduce((text, string, index) => `${text}${shown(values[index - 1])}${string}`))

const STYLE = `
:root { color-scheme: light dark; background: Canvas; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 30rem; padding: 2rem 1rem; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; }
label { display: block; margin-top: 1rem; font-weight: 600; }
label.choice { font-weight: 400; margin-top: .25rem; padding: .4rem 0; }
.choice input { width: 1.25rem; height: 1.25rem; vertical-align: -.25rem; }
input:not([type=checkbox], [type=radio]), select, textarea, button { box-sizing: border-box; width: 100%; font: inherit; padding: .6rem; margin-top: .25rem; border: 1px solid GrayText; border-radius: .4rem; }
input:not([type=checkbox], [type=radio]), select, textarea { font-weight: 400; }
::placeholder { color: inherit; opacity: .7; }
button, a.button { margin-top: 1.5rem; border: 0; background: #1f5f8b; color: #fff; font-weight: 600; cursor: pointer; }
a.button { display: block; padding: .6rem; border-radius: .4rem; text-align: center; text-decoration: none; }
.pair { display: flex; flex-wrap: wrap; gap: .5rem; } .pair > * { flex: 1 1 8rem; }
button.quiet { background: none; color: inherit; border: 1px solid GrayText; margin-top: .75rem; }
:focus-visible { outline: 3px solid #8a5a00; outline-color: var(--focus); outline-offset: 2px; }
.wrong { color: #b3261e; color: var(--wrong); font-weight: 600; }
.small { font-size: .875rem; }
.languages { margin-top: 2.5rem; display: flex; flex-wrap: wrap; gap: .25rem 1rem; } .languages > * { padding: .4rem 0; }
dl { display: grid; grid-template-columns: minmax(0, auto) minmax(40%, 1fr); gap: .25rem 1rem; }
[dir=rtl] :is([type=email], [type=tel], [type=url]) { direction: ltr; text-align: right; }
a[href^="mailto:"], a[href^="tel:"] { direction: ltr; unicode-bidi: isolate; }
dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
:root { --focus: #8a5a00; --wrong: #b3261e; }
@media screen and (prefers-color-scheme: dark) { :root:not([data-appearance]) { --focus: #e0a526; --wrong: #f2b8b5; } }
@media screen { [data-appearance=light]:root { color-scheme: light; } [data-appearance=dark]:root { color-scheme: dark; --focus: #e0a526; --wrong: #f2b8b5; } }
@media print { :root { color-scheme: light; } }
`

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const STYLE_HASH = hashOf(STYLE)

/**
 * A whole page.
 * @param language of its texts
 * @param forms where its forms may lead besides this service, such as `https://checkout.stripe.com`
 * @param script the only one that may run, at its end
 */
export function page(
  language: Language,
  status: number,
  title: string,
  content: Html,
  forms: readonly string[] = [],
  script?: string,
): PublicReply {
  const { locale, appearance } = language
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `form-action ${["'self'", ...forms].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const body = html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}"${appearance && html` data-appearance="${appearance}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
${content}
${guideLink(language)}</main>
${languageChoice(language)}${script !== undefined && html`<script>${new Html(script)}</script>`}
</body>
</html>
`
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'Content-Language': locale,
    Vary: 'Accept-Language, Cookie',
  }
  return { status, headers, body: body.text }
}

/** To where the guide tells more, in the language of the page. */
const guideLink = ({ guide, locale, say }: Language): Html | false => {
  if (guide === undefined) return false
  const [chapter, section] = guide.split('#')
  const address = `/guide/${chapter}?lang=${locale}${section === undefined ? '' : `#${section}`}`
  return html`<p class="small"><a href="${address}" target="_blank" rel="noopener">${say('More in the guide')}</a></p>
`
}

/** The same page in other languages, each named as those call it who speak it. */
export const languageChoice = ({ locale, choices = [], say }: Language): Html | false =>
  choices.length > 1 &&
  html`<nav class="languages small" aria-label="${say('Language')}">${choices.map(one =>
    one.locale === locale
      ? html`<span aria-current="true" lang="${one.locale}">${one.name}</span> `
      : html`<a href="${one.href}" lang="${one.locale}" hreflang="${one.locale}" dir="${directionOf(one.locale)}">${one.name}</a> `,
  )}</nav>
`

/** A page that is of its moment: going back to it must not show an old one that was kept. */
export const unkept = (reply: PublicReply): PublicReply => ({
  ...reply,
  headers: { ...reply.headers, 'Cache-Control': 'no-store' },
})

/** Nothing is there, whatever the reason. @param advice what else it may be, and whom to ask */
export const nothingPage = (language: Language, advice: string): PublicReply =>
  unkept(
    page(
      language,
      404,
      language.say('Not found'),
      html`<h1>${language.say('Page not found')}</h1>
<p>${advice}</p>`,
    ),
  )
