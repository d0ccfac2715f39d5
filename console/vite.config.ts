/** How the console is built: static files in dist/pages, which the server sends. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { developmentSession } from './development-session.ts'
import { keepFiles } from './keep-files.ts'

const root = import.meta.dirname

/** Notes which files of src are in the pages, for bin/build.mjs: while none of them changes, the pages stay as they are. */
const noteSources: Plugin = {
  name: 'note-sources',
  generateBundle() {
    const file = process.env.SEXTON_PAGES_SOURCES
    const own = path.resolve(root, '../src') + path.sep
    if (file) writeFileSync(file, JSON.stringify([...this.getModuleIds()].filter(id => id.startsWith(own))))
  },
}

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), developmentSession(), noteSources, keepFiles(root)],
  // The server puts a fresh nonce in place of this word each time it sends index.html.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: path.resolve(root, '../dist/pages'),
    emptyOutDir: true,
    // A data: address would need its own leave in the content security policy.
    assetsInlineLimit: 0,
    target: 'es2022',
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|wouter|@tanstack)[\\/]/ },
            { name: 'parts', test: /node_modules[\\/]@mantine[\\/](core|hooks|store|notifications)[\\/]/ },
          ],
        },
      },
    },
  },
})
