/** Writes the service worker, with the names of the files that it keeps: what the console opens with, and what can wait for a connection. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** Sources that are loaded by themselves; what they import is kept with them. */
const KEPT = ['src/main.tsx', 'src/start.tsx', 'src/drawn-pages.tsx', 'src/giving/record-gifts-page.tsx']

/** `sw.js` beside what was built. @param root of the console */
export const keepFiles = (root: string): Plugin => ({
  name: 'keep-files',
  apply: 'build',
  generateBundle: {
    // When the page is in the bundle, too: another one is another build.
    order: 'post',
    handler(_options, bundle) {
      const worker = readFileSync(path.join(root, 'service-worker.js'), 'utf8')
      const files = [...keptFiles(root, bundle)].map(name => `/${name}`).sort()
      const built = createHash('sha256').update(worker).update(Object.keys(bundle).sort().join('\n')).digest('hex')
      const source = worker
        .replace("'__BUILT__'", JSON.stringify(built.slice(0, 16)))
        .replace("['__FILES__']", JSON.stringify(files))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  },
})

function keptFiles(root: string, bundle: Rolldown.OutputBundle): Set<string> {
  const kept = new Set<string>()
  const keep = (name: string): void => {
    const file = bundle[name]
    if (kept.has(name) || file?.type !== 'chunk') return
    kept.add(name)
    for (const css of file.viteMetadata?.importedCss ?? []) kept.add(css)
    for (const other of file.imports) keep(other)
  }
  for (const source of KEPT) {
    const whole = path.join(root, source)
    const chunk = Object.values(bundle).find(one => one.type === 'chunk' && one.moduleIds.includes(whole))
    if (chunk === undefined) throw new Error(`${source} is not in what was built: see keep-files.ts.`)
    keep(chunk.fileName)
  }
  return kept
}
