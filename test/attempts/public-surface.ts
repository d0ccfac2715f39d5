/** Where the public comes in beside the API, and the pages there are. */

/** Roots of the public routes of the modules; `paths.test.ts` finds one that is missing here. */
export const PUBLIC_ROOTS = [
  '/callbacks/messages',
  '/callbacks/payments',
  '/unsubscribe',
  '/give',
  '/groups',
  '/pledge',
  '/my/class',
  '/my/count',
  '/my/file',
  '/my/giving',
  '/my/group',
  '/my/pledge',
  '/my/report',
  '/my/request',
  '/my/statement',
  '/my/statementopen',
  '/my/task',
  '/verify',
]

/** Pages beside the API (src/app.ts). */
export const PAGES = [
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/openapi.json',
  '/docs',
  '/docs/start.js',
  '/join',
  '/reset',
]
