/** How long the service takes until it serves: with an empty directory, and later. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startService } from './processes.ts'
import { median, ms, printTable } from './table.ts'

async function timed(folder: string): Promise<number> {
  const begun = performance.now()
  const service = await startService({ DATABASE_URL: '', SEXTON_DATA_DIR: folder })
  const took = performance.now() - begun
  await service.stop()
  return took
}

/** Starts the service on an embedded database of its own and prints the table. @param times of later starts */
export async function starts(times: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sexton-bench-'))
  // PostgreSQL may run as another user, who has to get in.
  chmodSync(folder, 0o755)
  try {
    const first = await timed(path.join(folder, 'data'))
    const later: number[] = []
    for (let count = 0; count < times; count += 1) later.push(await timed(path.join(folder, 'data')))
    const rows = [
      ['first start, empty directory', ms(first), '5000'],
      ['later start', ms(median(later)), '1000'],
    ]
    printTable('From the command to the first line, in ms', ['what', 'took', 'aim'], rows)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
