/** Hands what Node's test runner says to the parent process. */
import type { TestEvent } from './report.ts'
import { told } from './stack.ts'

interface Said {
  type: string
  data: {
    name: string
    nesting: number
    /** What a test says of itself. */
    message?: string
    skip?: string | boolean
    todo?: string | boolean
    details?: { type?: string; duration_ms: number; error?: Error & { cause?: unknown; failureType?: string } }
  }
}

export default async function* reporter(source: AsyncIterable<Said>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    if (type === 'test:pass' || type === 'test:fail') process.send?.({ kind: 'event', event: eventOf(type, data) })
    // At the top is what the runner says itself.
    if (type === 'test:diagnostic' && data.nesting > 0) process.send?.({ kind: 'note', note: data.message ?? '' })
  }
  yield ''
}

function eventOf(type: string, { name, nesting, skip, details }: Said['data']): TestEvent {
  const error = details?.error
  const cause = error?.cause ?? error
  return {
    name,
    nesting,
    suite: details?.type === 'suite',
    passed: type === 'test:pass',
    skipped: skip === undefined || skip === false ? undefined : String(skip),
    ms: details?.duration_ms ?? 0,
    // What stands above a failed test says only that something below it failed.
    failure: type === 'test:fail' && error?.failureType !== 'subtestsFailed' ? told(cause) : undefined,
    notes: [],
  }
}
