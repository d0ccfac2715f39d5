/** What a process holds while a file is imported does not grow with the file: read, mapped, judged, written (SEXTON_TEST_PEOPLE=100000 for the large one). */
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { HOUSE } from '../src/house.ts'
import { today } from '../src/lib/calendar.ts'
import type { ImportFile } from '../src/resource/import-file.ts'
import { mapFile } from '../src/resource/import-mapping.ts'
import { importKinds, propose } from '../src/resource/import-proposal.ts'
import type { ImportOptions } from '../src/resource/import-report.ts'
import { BY, csv, importInto, NOW } from './support/import.ts'
import { churchFile, giftsFile } from './support/large-files.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

const LARGE = Number(process.env.SEXTON_TEST_PEOPLE ?? 6_000)
/** More than are read and looked up at once, which a file of any length holds. */
const SMALL = Math.max(2_000, LARGE / 5)
/** What may be held more of the large file than of the small one, in bytes: as much for any file that is large, and little for each row of one that is not. */
const MOST = Math.min(8 * 2 ** 20, (LARGE - SMALL) * 2 ** 10)
/** What each row more may leave packed outside of the heap. */
const PACKED_ROW = 160

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how?: { type: 'minor' }) => void

/** The most that is held, and the most of it on the heap. */
interface Held {
  heap: number
  outside: number
}

/** Imports a file as it came, and looks at what is held ten times on the way. */
async function watched(church: TestChurch, text: () => string, options: ImportOptions): Promise<Held> {
  const { read } = service.database
  const held: Held = { heap: 0, outside: 0 }
  const look = (): void => {
    collect()
    // What that lets go of outside of the heap is given back beside the program, and is waited for by the next, of any kind.
    collect({ type: 'minor' })
    const { heapUsed, external } = process.memoryUsage()
    held.heap = Math.max(held.heap, heapUsed)
    held.outside = Math.max(held.outside, external)
  }
  // As the service does: what stands in the file is not kept once it is mapped.
  const asked = async (): Promise<{ kind: string; file: ImportFile }> => {
    const file = csv(text())
    const kinds = importKinds(HOUSE, church.church.modules)
    const { kind, table, mapping, meanings } = await propose(read, church.church, file, kinds)
    look()
    const mapped = mapFile(file, table, mapping, meanings, today(NOW, church.church.timezone))
    look()
    return { kind, file: mapped }
  }
  const { kind, file } = await asked()
  let next = 0
  const progress = (share: number): void => {
    if (share < next) return
    next += 0.1
    look()
  }
  const report = await importInto(service.database, church.church, kind, {
    file,
    by: BY,
    options,
    progress,
  })
  look()
  assert.deepEqual(report.refusals, [])
  return held
}

/** Holds what is held of the large file against what is held of the small one. */
function compare(t: TestContext, what: string, small: Held, large: Held): void {
  const [heap, outside] = [large.heap - small.heap, large.outside - small.outside]
  const mib = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
  t.diagnostic(
    `${what}: ${LARGE} rows hold ${mib(heap)} MiB more of heap than ${SMALL}, and ${mib(outside)} MiB more outside`,
  )
  assert.ok(heap < MOST, `${what}: ${heap} bytes more`)
  assert.ok(outside < MOST + PACKED_ROW * (LARGE - SMALL), `${what}: ${outside} bytes more outside of the heap`)
}

test('people with families, phones and e-mail: the first time, once more, and with something changed of each', async t => {
  const [few, many] = [await service.church(), await service.church()]
  const options = { skipRefused: true, newRows: true, update: true }
  for (const [what, change] of [
    ['new', {}],
    ['the same file', {}],
    ['all on record', { occupation: '' }],
    ['all changed', { occupation: 'Teacher' }],
  ] as const) {
    const small = await watched(few, () => churchFile(SMALL, change), options)
    const large = await watched(many, () => churchFile(LARGE, change), options)
    compare(t, what, small, large)
  }
})

test('gifts', async t => {
  const [few, many] = [await service.church(), await service.church()]
  for (const [church, rows] of [
    [few, SMALL],
    [many, LARGE],
  ] as const)
    await importInto(service.database, church.church, 'people', { file: csv(churchFile(rows / 10)), by: BY })
  const small = await watched(few, () => giftsFile(SMALL, SMALL / 10), { skipRefused: true })
  const large = await watched(many, () => giftsFile(LARGE, LARGE / 10), { skipRefused: true })
  compare(t, 'gifts', small, large)
})
