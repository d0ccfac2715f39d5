/** What a phone needs to install the console as an app (W3C, Web Application Manifest). */
import { languageNamed } from '../texts/catalogues.ts'
import { directionOf } from '../texts/chosen.ts'
import { msg } from '../texts/language.ts'

/** Where it is. */
export const MANIFEST = '/sexton.webmanifest'

const ABOUT = msg('People, giving, groups and messages of your church.')

/** Drawn from console/public/icon.svg by `npm run icons`. Those for masks reach to the edge. */
const ICONS = [
  { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-mask-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** The manifest, as JSON. @param language BCP 47, one that there is */
export const manifest = (language: string): string => {
  const said = languageNamed(language)
  return JSON.stringify({
    id: '/',
    name: 'Sexton',
    short_name: 'Sexton',
    description: said.say(ABOUT),
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: '#3b5bdb',
    background_color: '#ffffff',
    icons: ICONS,
  })
}
