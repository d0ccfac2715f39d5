/** A clock of the system that tests move, for the programs that are started with it (`moved-clock.c`). */
import { spawnSync } from 'node:child_process'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../runner/files.ts'

export interface MovedClock {
  /** What programs are started with. */
  env: Record<string, string>
  /** Moves it, for all of them at once. @param seconds from the clock of the machine */
  set(seconds: number): void
  close(): void
}

/**
 * Makes one.
 * @param folder which all may enter who start programs with it
 * @returns undefined where there is no compiler for it
 */
export function movedClock(folder: string): MovedClock | undefined {
  const library = path.join(folder, 'moved-clock.so')
  const source = path.join(ROOT, 'test/support/moved-clock.c')
  if (process.platform !== 'linux') return undefined
  if (spawnSync('cc', ['-O2', '-shared', '-fPIC', '-o', library, source]).status !== 0) return undefined
  const offset = path.join(folder, 'moved-clock')
  writeFileSync(offset, Buffer.alloc(8), { mode: 0o644 })
  const file = openSync(offset, 'r+')
  return {
    env: { LD_PRELOAD: library, MOVED_CLOCK: offset },
    set(seconds) {
      const nanoseconds = Buffer.alloc(8)
      nanoseconds.writeBigInt64LE(BigInt(Math.round(seconds * 1000)) * 1_000_000n)
      writeSync(file, nanoseconds, 0, 8, 0)
    },
    close: () => closeSync(file),
  }
}
