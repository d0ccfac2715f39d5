/** What a run is told: `npm run prove -- --scale 0.1 --seed 7 --only kills`. */
import { parseArgs } from 'node:util'
import { PROOFS, type Proof } from './proofs.ts'

/** So much of a whole run takes some minutes. */
const A_LITTLE = 0.01
/** Quick ones of each kind, for a run that only shows that it still runs. */
const SMOKE = ['model', 'windows', 'postgres-kills', 'clock']
const SMOKE_SCALE = 0.0002

const HELP = `npm run prove -- [options]
  --scale 0.01    how much of a whole run; 1 takes a night
  --seed 1        of what is random
  --only NAMES    some of it: ${PROOFS.map(({ name }) => name).join(', ')}
  --verbose       every test as it ends
  --smoke         next to nothing of a few, to see that it still runs`

export interface Options {
  proofs: readonly Proof[]
  /** Share of the aims. */
  scale: number
  seed: number
  verbose: boolean
}

/** Ends with a sentence. */
function giveUp(said: string): never {
  console.error(said)
  process.exit(2)
}

/** Reads the arguments; prints help and ends where they ask for it, or where one is not understood. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      scale: { type: 'string' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      only: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    process.exit()
  }
  const scale = Number(values.scale ?? (values.smoke ? SMOKE_SCALE : A_LITTLE))
  if (!(scale > 0)) giveUp(`--scale is a number above 0, such as 0.1, not "${values.scale}".`)
  const seed = Number(values.seed)
  if (!Number.isSafeInteger(seed)) giveUp(`--seed is a whole number, not "${values.seed}".`)
  const names = values.only?.split(',') ?? (values.smoke ? SMOKE : PROOFS.map(({ name }) => name))
  const unknown = names.find(name => PROOFS.every(proof => proof.name !== name))
  if (unknown !== undefined) giveUp(`There is no proof "${unknown}".\n${HELP}`)
  return { proofs: PROOFS.filter(({ name }) => names.includes(name)), scale, seed, verbose: values.verbose }
}
