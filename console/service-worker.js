/**
 * Opens the console without a connection: keeps the one page and the built files, and nothing that the server tells of a church.
 * What is built is put in here by `keep-files.ts`; another build is another worker, which takes the place of this one at once.
 */

/** A hash of what was built. */
const BUILT = '__BUILT__'
/** What the first page and the forms need that can wait for a connection. */
const FILES = ['__FILES__']
const PREFIX = 'sexton-'
const CACHE = PREFIX + BUILT
/** Every address of the console is this page; it says nothing of anybody. */
const PAGE = '/'

const isPage = pathname => pathname === PAGE || pathname.startsWith('/c/')
const isFile = pathname => pathname.startsWith('/assets/') || pathname === '/icon.svg'

/** @param names of files; those that are kept already are not asked for again */
async function keep(names) {
  const cache = await caches.open(CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  await cache.addAll([...new Set([...FILES, ...names])].filter(name => isFile(name) && !kept.has(name)))
  // In the language of this browser: the server reads it from the request.
  if (!kept.has(PAGE)) await keepPage(await fetch(PAGE, { headers: { accept: 'text/html' } }))
}

async function keepPage(answer) {
  const isHtml = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.ok && isHtml && !answer.redirected) await (await caches.open(CACHE)).put(PAGE, answer)
}

const dropOthers = async () => {
  const others = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== CACHE)
  await Promise.all(others.map(name => caches.delete(name)))
}

/** The newest page that there is. The server says in a header what it depends on, which is the same for this browser. */
async function pageFor(event) {
  try {
    const answer = await fetch(event.request)
    event.waitUntil(keepPage(answer.clone()))
    return answer
  } catch (error) {
    const kept = await caches.match(PAGE, { ignoreVary: true })
    if (kept === undefined) throw error
    return kept
  }
}

/** Files are named by what is in them, so one that is kept is right. */
async function fileFor(event) {
  const kept = await caches.match(event.request, { ignoreVary: true })
  if (kept !== undefined) return kept
  const answer = await fetch(event.request)
  if (answer.ok) {
    const copy = answer.clone()
    event.waitUntil(caches.open(CACHE).then(cache => cache.put(event.request, copy)))
  }
  return answer
}

self.addEventListener('install', event => {
  event.waitUntil(keep([]).then(() => self.skipWaiting()))
})

self.addEventListener('activate', event => {
  event.waitUntil(dropOthers().then(() => self.clients.claim()))
})

self.addEventListener('message', event => {
  const { keep: names, forget } = event.data
  // A file that cannot be had now is asked for when it is needed.
  if (names) event.waitUntil(keep(names).catch(() => undefined))
  if (forget) event.waitUntil(caches.delete(CACHE))
})

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(pageFor(event))
  } else if (isFile(pathname)) {
    event.respondWith(fileFor(event))
  }
})
