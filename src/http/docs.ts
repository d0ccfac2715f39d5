/** The reference page at /docs: Swagger UI over /openapi.json, from files of this installation only. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Pages } from './handler.ts'
import type { Reply } from './message.ts'

const require = createRequire(import.meta.url)
const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sexton API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<noscript>This page needs JavaScript. The same reference is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<main id="reference"></main>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

// Swagger UI sets styles on elements; everything else comes from this service and nowhere else.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The pages, by path. @param document the OpenAPI document as JSON text */
export function docsPages(document: () => string): Pages {
  const asset = (name: keyof typeof ASSETS) => async (): Promise<Reply> => ({
    status: 200,
    headers: { 'Content-Type': ASSETS[name], 'Cache-Control': 'max-age=3600' },
    body: await readFile(require.resolve(`@fastify/swagger-ui/static/${name}`), 'utf8'),
  })
  const text =
    (body: string, type: string, headers: Record<string, string> = {}) =>
    (): Reply => ({
      status: 200,
      headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers },
      body,
    })
  return {
    '/openapi.json': () => ({ status: 200, headers: {}, body: document() }),
    '/docs': text(PAGE, 'text/html', { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }),
    '/docs/start.js': text(START, 'text/javascript'),
    '/docs/swagger-ui.css': asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': asset('swagger-ui-bundle.js'),
  }
}
