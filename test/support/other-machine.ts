/** Another machine on this one: namespaces and a root of its own, with another user, clock and language, and no network. */
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../src/config.ts'

/** Who it is there. */
const USER = { uid: 5_077, home: '/home/keeper' }
/** Where its clone is, and the folder that both machines know. */
const [CLONE, CARRIED] = ['/srv/sexton', '/carried']

const SPACES = ['--uts', '--net', '--ipc', '--pid', '--fork', '--mount']

/** Why there is none here; undefined where there is. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root makes another machine'
  const { status } = spawnSync('unshare', [
    ...SPACES,
    'sh',
    '-c',
    'hostname newbox && ip link set lo up && chroot / true',
  ])
  return status === 0 ? undefined : 'unshare, ip, hostname or chroot are missing, or namespaces are not allowed here'
}

/** What the system has at its root: programs and libraries, which are shared, and nothing of what anybody has. */
const SYSTEM = ['usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64']

/**
 * Runs a script of the shell there, in the clone, which cannot be written.
 * @param root an empty folder, which becomes the root of that machine
 * @param carried a folder of this one that is `/carried` there; the user of that machine may write into it
 * @returns what it printed
 */
export function onOtherMachine(root: string, carried: string, script: string): string {
  const binds = [`mount --bind ${ROOT} ${root}${CLONE}`, `mount -o remount,bind,ro ${root}${CLONE}`]
  for (const name of SYSTEM) {
    const here = `/${name}`
    if (!existsSync(here)) continue
    if (lstatSync(here).isSymbolicLink()) symlinkSync(readlinkSync(here), path.join(root, name))
    else binds.push(`mkdir ${root}${here} && mount --rbind ${here} ${root}${here}`)
  }
  for (const folder of ['dev', 'proc', 'tmp', 'etc', 'opt', CARRIED, CLONE, USER.home]) {
    mkdirSync(path.join(root, folder), { recursive: true })
  }
  writeFileSync(path.join(root, 'etc/passwd'), `keeper:x:${USER.uid}:${USER.uid}::${USER.home}:/bin/sh\n`)
  writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n')
  writeFileSync(path.join(root, 'opt/node'), '')
  // What is carried over belongs to whoever brought it.
  const brought = readdirSync(carried).map(name => path.join(carried, name))
  for (const one of [path.join(root, USER.home), carried, ...brought]) chownSync(one, USER.uid, USER.uid)
  const inside = `cd ${CLONE} && ${script}`
  const settings = [
    `HOME=${USER.home}`,
    'PATH=/opt:/usr/bin:/bin',
    'TZ=Pacific/Auckland',
    `SEXTON_NOTES_DIR=/tmp/notes`,
  ]
  const lines = [
    'hostname newbox',
    'ip link set lo up',
    'mount --make-rprivate /',
    ...binds,
    `mount --bind ${carried} ${root}${CARRIED}`,
    `mount --bind ${process.execPath} ${root}/opt/node`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/dev/shm`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    `exec chroot --userspec=${USER.uid}:${USER.uid} ${root} /usr/bin/env -i ${settings.join(' ')} sh -ec "$1"`,
  ]
  const { status, stdout, stderr } = spawnSync('unshare', [...SPACES, 'sh', '-ec', lines.join('\n'), 'sh', inside], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`It ended with ${status}: ${stdout}${stderr}`)
  return stdout
}
