/**
 * Tries at a larger scale what the tests hold (test/prove/proofs.ts), one proof after the other, and prints a table: how much was
 * tried, in how many tests, what did not hold, and how long it took. It ends with 1 where anything did not hold, or was not tried.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { circumstances } from '../../bench/circumstances.ts'
import { printTable } from '../../bench/table.ts'
import { ROOT } from '../runner/files.ts'
import { triedIn } from '../support/proved.ts'
import { readOptions } from './options.ts'
import type { Proof } from './proofs.ts'

/** What became of a proof. */
interface Outcome {
  proof: Proof
  tried: number
  tests: number
  failed: number
  skipped: number
  seconds: number
}

const COUNTS = /^tests (\d+), passed (\d+), failed (\d+), skipped (\d+)/
/** What a run ends with where something failed: all of it, each with its cause. */
const FAILED = 'What failed:'

const { proofs, scale, seed, verbose } = readOptions(process.argv.slice(2))

/** Runs its suites; prints what fails as it comes. */
async function prove(proof: Proof): Promise<Outcome> {
  const begun = performance.now()
  const outcome = { proof, tried: 0, tests: 0, failed: 0, skipped: 0, seconds: 0 }
  const wanted = proof.aim === undefined ? undefined : Math.max(1, Math.round(proof.aim * scale))
  const env = {
    ...process.env,
    SEXTON_FUZZ_SEED: String(seed),
    SEXTON_TEST_MINUTES: String(24 * 60),
    SEXTON_TEST_EACH: 'all',
    ...(wanted === undefined ? {} : proof.setting?.(wanted)),
  }
  const flags = proof.tests === undefined ? [] : [`--test-name-pattern=${proof.tests}`]
  const child = spawn(process.execPath, ['bin/test.mjs', ...proof.files, ...flags], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = new Promise<number | null>(resolve => child.once('exit', resolve))
  let telling = false
  for await (const line of createInterface({ input: child.stdout })) {
    telling ||= line === FAILED
    if (verbose || telling) console.log(line)
    const tried = /^\s+ℹ/.test(line) ? triedIn(line.trim()) : undefined
    if (tried !== undefined && proof.counts?.test(tried.what) !== false) outcome.tried += tried.count
    const counts = COUNTS.exec(line)?.map(Number)
    if (counts !== undefined) {
      const [, tests = 0, , failed = 0, skipped = 0] = counts
      Object.assign(outcome, { tests, failed, skipped })
    }
  }
  // A run that was cut off has no count of its own.
  if ((await exit) !== 0) outcome.failed = Math.max(1, outcome.failed)
  outcome.seconds = (performance.now() - begun) / 1000
  return outcome
}

const whole = (value: number): string => value.toLocaleString('en')

const wasTried = ({ proof, tried, tests, skipped }: Outcome): boolean =>
  tests - skipped > 0 && (proof.aim === undefined || tried > 0)

const rowOf = (outcome: Outcome): string[] => {
  const { proof, tried, tests, failed, skipped, seconds } = outcome
  return [
    proof.what,
    wasTried(outcome) ? (tried === 0 ? '' : whole(tried)) : 'not tried',
    proof.aim === undefined ? 'all there is' : whole(proof.aim),
    whole(tests - skipped),
    whole(failed),
    whole(Math.round(seconds)),
  ]
}

console.log(circumstances())
console.log(`Scale ${scale} of a whole run, seed ${seed}`)
const outcomes: Outcome[] = []
for (const proof of proofs) {
  const outcome = await prove(proof)
  outcomes.push(outcome)
  console.log(rowOf(outcome).filter(Boolean).join(' · '))
}
printTable('What was tried', ['', 'tried', 'aim', 'tests', 'tests failed', 'seconds'], outcomes.map(rowOf))
process.exitCode = outcomes.some(one => one.failed > 0 || !wasTried(one)) ? 1 : 0
