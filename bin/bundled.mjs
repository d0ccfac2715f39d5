/** What the service and the tests are bundled with. */

/**
 * Packages that every start loads. They are many small files, which cost more to find and read than to run: bundled, a
 * start takes a fifth less of the processor. Others stay outside: they are loaded when they are used, and some read
 * files of their own.
 */
const AT_EACH_START = new Set([
  'fastify',
  'intl-messageformat',
  'ipaddr.js',
  'pg',
  'prom-client',
  'sql-template-tag',
  'tar-stream',
  'zod',
])

/** Found by a package where it is installed; or a binding that we do not use. */
const NEVER = new Set(['pg-native'])

/** A package that is bundled brings along what it imports. */
const leaveOthersOutside = {
  name: 'leave-others-outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path, importer, kind }) => {
      if (kind === 'entry-point') return undefined
      const name = path.startsWith('@') ? path.split('/', 2).join('/') : path.split('/', 1)[0]
      const wanted = importer.includes('/node_modules/') || AT_EACH_START.has(name)
      return wanted && !NEVER.has(name) ? undefined : { path, external: true }
    })
  },
}

export const BUNDLED = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
  /** Packages in the older format ask for Node's own modules by `require`, which modules do not have. */
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  plugins: [leaveOthersOutside],
}
