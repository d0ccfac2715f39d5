/** How the console is built: static files in dist/pages, which the server sends. */
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { developmentSession } from './development-session.ts'

const root = import.meta.dirname

export default defineConfig({
  root,
  base: '/',
  plugins: [react(), developmentSession()],
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
