/** Real web proxies in front of a served Sexton, with the configuration that docs/run prints: ports and certificates are put in. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '../../src/config.ts'
import { type Certificate, certificates } from './certificates.ts'
import { freePort } from './free-port.ts'

export const PAGE = readFileSync(path.join(ROOT, 'docs/run/proxy.md'), 'utf8')
/** The name that people type on that page. */
export const NAME = 'records.example.org'

/** A proxy that runs. */
export interface WebProxy {
  /** Where it takes https and http, on every address of this machine. */
  httpsPort: number
  httpPort: number
  stop(): Promise<void>
}

/** One of those on the page. */
export interface WebProxyKind {
  name: string
  /** Why it cannot be tried here; false where it can. */
  skip: string | false
  /** Starts it; done when it listens. @param target port that Sexton listens on */
  start(target: number): Promise<WebProxy>
}

interface Place {
  folder: string
  target: number
  httpsPort: number
  httpPort: number
  certificate: Certificate
}

/** The block of the page below a heading. */
export function blockOf(heading: string): string {
  const found = new RegExp(`^## ${heading}\\n.*?^\`\`\`\\w*\\n(.*?)^\`\`\``, 'ms').exec(PAGE)?.[1]
  if (found === undefined) throw new Error(`docs/run/proxy.md has no block for ${heading}.`)
  return found
}

/** Puts something in the place of something else, which has to be there. */
function put(text: string, ...pairs: readonly (readonly [old: string, next: string])[]): string {
  return pairs.reduce((done, [old, next]) => {
    if (!done.includes(old)) throw new Error(`docs/run/proxy.md does not say "${old}" any more.`)
    return done.replaceAll(old, next)
  }, text)
}

/** As the `nginx.conf` of Debian includes it: within `http`, which compresses pages where nothing else is said. */
function nginxConf({ folder, target, httpsPort, httpPort, certificate }: Place): string {
  writeFileSync(path.join(folder, 'fullchain.pem'), certificate.cert)
  writeFileSync(path.join(folder, 'privkey.pem'), certificate.key, { mode: 0o600 })
  const block = put(
    blockOf('nginx'),
    ['listen 443', `listen ${httpsPort}`],
    ['listen 80', `listen ${httpPort}`],
    [`/etc/letsencrypt/live/${NAME}`, folder],
    ['127.0.0.1:3000', `127.0.0.1:${target}`],
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(of => `${of}_temp_path ${folder}/${of};`)
  // As root its workers would be another user, who cannot reach a folder of ours.
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  return `${user}daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr;
events { worker_connections 768; }
http {
${temporary.join('\n')}
access_log off;
gzip on;
${block}}
`
}

/** Whatever Caddy does by itself, but for the certificate, which nobody gives for this name, and its administration. */
function caddyFile({ folder, target, httpsPort, httpPort, certificate }: Place): string {
  writeFileSync(path.join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(path.join(folder, 'key.pem'), certificate.key, { mode: 0o600 })
  const site = `${NAME} {\n`
  return `{
	admin off
	https_port ${httpsPort}
	http_port ${httpPort}
	skip_install_trust
}
${put(blockOf('Caddy'), [site, `${site}\ttls ${folder}/cert.pem ${folder}/key.pem\n`], ['127.0.0.1:3000', `127.0.0.1:${target}`])}`
}

const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0

/** Starts a program in a folder of its own, and waits until it listens. */
async function start(
  target: number,
  conf: (place: Place) => string,
  command: (file: string, folder: string) => readonly [program: string, ...args: string[]],
): Promise<WebProxy> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sexton-proxy-'))
  // Also where it does not start, or the run is cut off.
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const { records: certificate } = await certificates()
  const place = { folder, target, certificate, httpsPort: await freePort(), httpPort: await freePort() }
  const file = path.join(folder, 'conf')
  writeFileSync(file, conf(place))
  for (const home of ['config', 'data']) mkdirSync(path.join(folder, home))
  const [program, ...args] = command(file, folder)
  const homes = { HOME: folder, XDG_CONFIG_HOME: `${folder}/config`, XDG_DATA_HOME: `${folder}/data` }
  const child = spawn(program, args, { env: { ...process.env, ...homes }, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', text => {
    said += text
  })
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const kill = (): void => void child.kill('SIGTERM')
  process.once('exit', kill)
  await listening(child, place.httpsPort, () => said)
  return {
    ...place,
    async stop() {
      process.off('exit', kill).off('exit', remove)
      kill()
      await ended
      remove()
    },
  }
}

async function listening(child: ChildProcess, port: number, said: () => string): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (open) return
    if (child.exitCode !== null) throw new Error(`It did not start: ${said()}`)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

export const NGINX: WebProxyKind = {
  name: 'nginx',
  skip: !isThere('nginx', '-v') && 'there is no nginx here (Debian package nginx-light)',
  start: target => start(target, nginxConf, (file, folder) => ['nginx', '-p', folder, '-c', file, '-e', 'stderr']),
}

export const CADDY: WebProxyKind = {
  name: 'Caddy',
  skip: !isThere('caddy', 'version') && 'there is no Caddy here (Debian package caddy)',
  start: target => start(target, caddyFile, file => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file]),
}
