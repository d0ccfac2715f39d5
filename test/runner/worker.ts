/** Runs the test files that the parent hands over, each as a suite of its own; see test-process.ts. */

import path from 'node:path'
import { after, describe, mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { ROOT } from './files.ts'

const messages: AsyncIterable<{ file?: string }> = incoming()

for await (const { file } of messages) {
  if (file === undefined) break
  await new Promise<void>(done => {
    // Hooks of a file belong to its suite, as they would to its process.
    void describe(file, async () => {
      try {
        await import(pathToFileURL(path.join(ROOT, file)).href)
      } finally {
        after(() => {
          // What a file pretended ends with it.
          mock.reset()
          mock.timers.reset()
          void setImmediate(done)
        })
      }
    })
  })
  // The reporter hears of the last test a little later than the suite.
  await new Promise(resolve => setTimeout(resolve, 5))
  process.send?.({ kind: 'done' })
}
process.disconnect()

async function* incoming(): AsyncGenerator<{ file?: string }> {
  const waiting: { file?: string }[] = []
  let wake: (() => void) | undefined
  process.on('message', message => {
    waiting.push(message as { file?: string })
    wake?.()
  })
  process.on('disconnect', () => wake?.())
  while (process.connected) {
    const next = waiting.shift()
    if (next !== undefined) yield next
    else
      await new Promise<void>(resolve => {
        wake = resolve
      })
  }
}
