/** Runs the command line of a clone, prepared as far as it is not yet. */
import { build } from './build.mjs'
import { install } from './install.mjs'
import { findStarter } from './starter.mjs'

/** Installs, builds, and runs the command line in this process, so that signals reach it. */
export async function runSexton(args) {
  const starter = findStarter()
  await install()
  await build()
  const { run } = await import('../dist/cli/main.js')
  process.exitCode = await run(args, starter)
}
