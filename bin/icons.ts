/** `npm run icons`: draws the icons of the installed console from its mark, console/public/icon.svg. Needs a Chromium. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { browserPath } from '../test/support/browser.ts'

const PUBLIC = path.join(import.meta.dirname, '../console/public')
const mark = readFileSync(path.join(PUBLIC, 'icon.svg'), 'utf8')
/** Systems cut these to a shape of their own: the ground reaches to the edge, and the cross stands in the middle four fifths. */
const cut = mark
  .replace(' rx="8"', '')
  .replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"')
  .replace('<rect width="32" height="32"', '<rect x="-2" y="-2" width="36" height="36"')

const ICONS = [
  ['icon-192.png', 192, mark],
  ['icon-512.png', 512, mark],
  ['icon-mask-512.png', 512, cut],
  ['icon-apple-180.png', 180, cut],
] as const

const browser = await chromium.launch({ executablePath: browserPath() ?? '', args: ['--no-sandbox'] })
for (const [name, size, drawing] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const drawn = drawing.replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `)
  await page.setContent(`<body style="margin:0">${drawn}</body>`)
  writeFileSync(path.join(PUBLIC, name), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
