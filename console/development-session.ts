/**
 * For developing the pages against a service that is addressed by an API key: answers the session request and sends
 * requests for resources on to the API. Part of Vite's development server only, never of the build.
 *
 * `SEXTON_DEV_API=http://localhost:3555 SEXTON_DEV_KEY=sx_live_… npx vite console`
 */
import type { Plugin } from 'vite'

const api = process.env.SEXTON_DEV_API ?? 'http://localhost:3000'
const key = process.env.SEXTON_DEV_KEY ?? ''
const authorization = { authorization: `Bearer ${key}` }

interface KeyCheck {
  data: { church: { slug: string }; key: { scopes: string[] }; resources: { module: string }[] }
}

async function session(): Promise<string> {
  const response = await fetch(`${api}/api/v1`, { headers: authorization })
  if (!response.ok) throw new Error(`${api} does not know SEXTON_DEV_KEY`)
  const { data } = (await response.json()) as KeyCheck
  const modules = [...new Set(data.resources.map(resource => resource.module))]
  const membership = { church: { ...data.church, modules }, role: 'owner', branch_id: null, wants_factor: false }
  const factors = { two_factor_enabled: false, app: false, passkeys: false }
  const user = { id: '1', name: 'Development', email: 'development@localhost', email_verified: true, ...factors }
  return JSON.stringify({
    ok: true,
    data: { user, mails: false, memberships: [{ ...membership, scopes: data.key.scopes, operations: [] }] },
  })
}

/** Vite's development server with a session of its own. */
export function developmentSession(): Plugin {
  return {
    name: 'development-session',
    apply: 'serve',
    config: () => ({
      server: {
        proxy: {
          '^/console/api/(?!session)': {
            target: api,
            headers: authorization,
            rewrite: (path: string) => path.replace(/^\/console\/api\/[\w-]+/, '/api/v1'),
          },
        },
      },
    }),
    configureServer: server => {
      server.middlewares.use('/console/api/session', (_request, response, next) => {
        session().then(body => response.setHeader('content-type', 'application/json').end(body), next)
      })
    },
  }
}
