/** The image of the repository's Dockerfile: it is built, serves, keeps its data, and ends in time. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { ROOT } from '../src/config.ts'

const RUNTIME = ['docker', 'podman'].find(name => spawnSync(name, ['info']).status === 0)
const name = `sexton-test-${randomBytes(4).toString('hex')}`

const run = (...args: string[]) => spawnSync(RUNTIME ?? '', args, { encoding: 'utf8', cwd: ROOT })
/** @returns what it printed */
function done(...args: string[]): string {
  const { status, stdout, stderr } = run(...args)
  assert.equal(status, 0, `${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

after(() => {
  if (RUNTIME === undefined) return
  run('rm', '--force', name)
  run('volume', 'rm', name)
  run('rmi', name)
})

/** Why it cannot be tried; false where it can. */
const base = /^FROM (\S+)/m.exec(spawnSync('cat', ['Dockerfile'], { encoding: 'utf8', cwd: ROOT }).stdout)?.[1] ?? ''
const skip =
  RUNTIME === undefined
    ? 'no docker and no podman answers here'
    : run('image', 'inspect', base).status !== 0 && run('pull', base).status !== 0 && `${base} cannot be had here`

/** Starts it on its volume and waits until it can work. */
async function start(): Promise<string> {
  done('run', '--detach', '--init', '--name', name, '--volume', `${name}:/data`, '--publish', '127.0.0.1::3000', name)
  const url = `http://${done('port', name, '3000/tcp').split('\n')[0]}`
  for (;;) {
    const ready = await fetch(`${url}/readyz`).catch(() => undefined)
    if (ready?.ok) return url
    assert.equal(done('inspect', '--format', '{{.State.Running}}', name), 'true', run('logs', name).stderr)
    await new Promise(resolve => setTimeout(resolve, 200))
  }
}

test('it is built, serves as nobody’s root, keeps a church over a new container, and stops by itself', {
  skip,
}, async () => {
  done('build', '--tag', name, '.')
  await start()
  const sexton = (...args: string[]): string => done('exec', name, 'node', 'bin/sexton.mjs', ...args)
  assert.notEqual(done('exec', name, 'id', '-u'), '0')
  const grace = ['--name', 'Grace', '--slug', 'grace', '--country', 'NG', '--currency', 'NGN']
  sexton('church', 'create', ...grace, '--timezone', 'Africa/Lagos')
  assert.match(sexton('backup', '/data/grace.tar.gz'), /everything is there/)
  done('stop', '--time', '20', name)
  assert.equal(done('inspect', '--format', '{{.State.ExitCode}}', name), '0')
  done('rm', name)
  await start()
  assert.match(sexton('church', 'list'), /grace/)
})
