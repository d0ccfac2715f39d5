/**
 * Runs command lines, one after the other, in one process: as `cli-entry.mjs` does, but the program is loaded once.
 * What a command writes is followed by a mark, by which the test tells where it ends.
 */
import { run } from '../../dist/cli/main.js'

const settings = { ...process.env }

process.on('message', async ({ args, env, mark }) => {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, settings, env)
  process.exitCode = undefined
  const code = await run(args)
  process.stdout.write(mark)
  process.stderr.write(mark)
  process.send({ code: process.exitCode ?? code })
})
process.on('disconnect', () => process.exit())
