/** How the console is built: static files in dist/pages, which the server sends. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { componentStyles } from './build/component-styles.ts'
import { compressed } from './build/compress.ts'
import { type Reached, reachedModules } from './build/reached.ts'
import { loadedBy, type TextParts, textParts, textsByPage } from './build/text-parts.ts'
import { developmentSession } from './development-session.ts'
import { keepFiles } from './keep-files.ts'

const root = import.meta.dirname
const TEXTS = path.resolve(root, '../texts')

/** Notes which files of src are in the pages, for bin/build.mjs: while none of them changes, the pages stay as they are. */
const noteSources: Plugin = {
  name: 'note-sources',
  generateBundle() {
    const file = process.env.SEXTON_PAGES_SOURCES
    const own = path.resolve(root, '../src') + path.sep
    if (file) writeFileSync(file, JSON.stringify([...this.getModuleIds()].filter(id => id.startsWith(own))))
  },
}

const STYLES = /@mantine[\\/]core[\\/]styles\.css$/

/** Leaves out the styles of components that no page uses. */
const usedStyles = ({ all }: Reached): Plugin => ({
  name: 'used-styles',
  enforce: 'pre',
  load: { filter: { id: STYLES }, handler: id => componentStyles(path.join(path.dirname(id), 'styles'), all) },
})

/** What is shown first, whoever comes: the frame, the sign-in, what an invitation opens, the home page. */
const FIRST = ['start', 'sign-in/sign-in-page', 'sign-in/join-page', 'home-parts'].map(name => `src/${name}.tsx`)

const isPackage = /node_modules.*(?<!\.css)$/
/** Loaded by the sign-in where the browser knows passkeys, as nearly all do. */
const PASSKEYS = /@simplewebauthn[\\/]browser/

/**
 * Few files for the first page: what says texts, which is there before all else; packages, which stay the same from release
 * to release; our own, with all styles.
 */
function chunks(reached: Reached) {
  const [language, first] = [reached.by(['index.html']), reached.by(FIRST)]
  return [
    { name: 'language', test: (id: string) => language.has(id) },
    { name: 'packages', test: (id: string) => isPackage.test(id) && (first.has(id) || PASSKEYS.test(id)) },
    { name: 'first', test: (id: string) => first.has(id) },
  ]
}

/** Has the browser fetch what the first page needs at once, and not one after the other. */
const fetchFirst: Plugin = {
  name: 'fetch-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter(file => /^assets\/(packages|first)-[\w-]+\.(js|css)$/.test(file))
        .map(file => {
          const kind = file.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'style' }
          return { tag: 'link', attrs: { ...kind, crossorigin: true, href: `/${file}` }, injectTo: 'head' as const }
        }),
  },
}

/** Our own modules that are loaded when they are wanted, but for those that are shown first. */
function laterModules(): string[] {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.tsx'))
    .map(name => path.join(root, 'src', name))
  const loaded = sources.flatMap(file => loadedBy(root, file, readFileSync(file, 'utf8')))
  return [...new Set(loaded)].filter(file => !FIRST.includes(file))
}

export default defineConfig(async ({ command }) => {
  const whole = [react(), textsByPage(root, TEXTS, undefined)]
  const reached = command === 'build' ? await reachedModules(root, whole) : undefined
  const parts: TextParts | undefined = reached && textParts(root, reached, FIRST, laterModules())
  return {
    root,
    base: '/',
    plugins: [
      react(),
      textsByPage(root, TEXTS, parts),
      developmentSession(),
      noteSources,
      fetchFirst,
      keepFiles(root),
      compressed,
      reached && usedStyles(reached),
    ],
    // The server puts a fresh nonce in place of this word each time it sends index.html.
    html: { cspNonce: '__CSP_NONCE__' },
    build: {
      outDir: path.resolve(root, '../dist/pages'),
      emptyOutDir: true,
      // A data: address would need its own leave in the content security policy.
      assetsInlineLimit: 0,
      target: 'es2022',
      rolldownOptions: { output: reached ? { codeSplitting: { groups: chunks(reached) } } : {} },
    },
  }
})
