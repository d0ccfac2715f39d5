/** The reference page at /docs: Swagger UI over /openapi.json, from files of this installation only. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compressedOnce } from './encodings.ts'
import type { Pages } from './handler.ts'
import { type Reply, type Shared, shared } from './message.ts'

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

/** Read when it is first asked for, and then kept. */
function asset(name: keyof typeof ASSETS): Pages[string] {
  let read: Shared | undefined
  return compressedOnce(() => {
    read ??= shared(readFileSync(require.resolve(`@fastify/swagger-ui/static/${name}`)))
    return { status: 200, headers: { 'Content-Type': ASSETS[name], 'Cache-Control': 'max-age=3600' }, ...read }
  })
}

/** The pages, by path. @param document the OpenAPI document as JSON text, made once */
export function docsPages(document: () => Shared): Pages {
  const text =
    (body: string, type: string, headers: Record<string, string> = {}) =>
    (): Reply => ({
      status: 200,
      headers: { 'Content-Type': `${type}; charset=utf-8`, ...headers },
      body,
    })
  return {
    '/openapi.json': compressedOnce(() => ({ status: 200, headers: {}, ...document() })),
    // Somebody typed it; everything else has one form.
    '/docs/': () => ({ status: 308, headers: { Location: '/docs' }, body: '' }),
    '/docs': text(PAGE, 'text/html', { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' }),
    '/docs/start.js': text(START, 'text/javascript'),
    '/docs/swagger-ui.css': asset('swagger-ui.css'),
    '/docs/swagger-ui-bundle.js': asset('swagger-ui-bundle.js'),
  }
}
