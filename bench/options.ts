/** What a run is told: `npm run bench -- --sizes 10k,1m --quick`. */
import { parseArgs } from 'node:util'

/** Tables that may be asked for alone. */
const TABLES = [
  'requests',
  'lists',
  'webhooks',
  'messages',
  'console',
  'imports',
  'giving',
  'week',
  'scale',
  'crowd',
] as const

export interface Options {
  /** Gifts of the church of each size, ascending. */
  sizes: number[]
  /** People for each gift; the usual church has one for ten. */
  peoplePerGift: number
  rounds: number
  /** Seconds of each round (0: a few requests), and before the first: so long takes the compiler of Node to have seen enough. */
  seconds: number
  warmUpSeconds: number
  /** Of each case of the table of growth, one after the other, on each size. */
  requests: number
  /** Of load while memory is watched, and its requests a second: 0 for as many as there can be. */
  minutes: number
  rate: number
  /** Only these tables; undefined for all. */
  only: (typeof TABLES)[number] | undefined
  /** How much is measured. */
  extent: Extent
}

/** A full measurement; one to try the benchmark itself; or next to nothing, to see that all of it still runs. */
export type Extent = 'full' | 'quick' | 'smoke'

const EXTENTS: Record<
  Extent,
  { sizes: string } & Pick<Options, 'rounds' | 'seconds' | 'warmUpSeconds' | 'requests' | 'minutes'>
> = {
  full: { sizes: '10k,100k,1m', rounds: 7, seconds: 3, warmUpSeconds: 4, requests: 210, minutes: 60 },
  quick: { sizes: '10k,100k', rounds: 3, seconds: 1, warmUpSeconds: 4, requests: 90, minutes: 3 },
  smoke: { sizes: '1k,2k', rounds: 1, seconds: 0, warmUpSeconds: 0, requests: 5, minutes: 0 },
}

const HELP = `npm run bench -- [options]
  --sizes 10k,100k,1m  gifts of the churches that are made
  --many-people        as many people as gifts, in place of a tenth (takes some minutes more)
  --only webhooks      the tables of the webhooks, without the others; --only requests those of the API beside the
                       yardsticks and as a church grows, --only lists those of lists whose totals are kept (online gifts,
                       prayer requests, sermons, messages), --only console those of the console,
                       --only messages that of group messages (10,000 mails of 100 churches),
                       --only imports that of files that a church brings, --only giving those of giving
                       (40,000 givers, 10,000 statements), each figure beside its aim; --only week those of meetings,
                       attendance, groups and Sunday school (1m attendances, 5,000 groups), beside their aims, too; --only scale
                       room on the disk, 1, 2 and 4 nodes on one database, memory over an hour of load (--minutes 5,
                       --rate 20: requests a second, as many as there can be without); --only crowd 10,000 churches on one database
  --quick              10k and 100k gifts, short rounds: to try the benchmark itself
  --smoke              1k and 2k gifts, next to no time: every table once, its figures mean nothing
DATABASE_URL names a server to use in place of the embedded one; databases named sexton_bench_* are made and dropped.`

const UNITS: Record<string, number> = { k: 1_000, m: 1_000_000 }

function sizeOf(text: string): number {
  const [, digits = '', unit = ''] = /^(\d+)([km]?)$/.exec(text.trim().toLowerCase()) ?? []
  const size = Number(digits) * (UNITS[unit] ?? 1)
  if (size < 1_000) throw new Error(`A size must be 1k or more, such as 10k, 100k or 1m, not "${text}".`)
  return size
}

function countOf(option: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${option} takes a number, not "${text}".`)
  return Number(text)
}

/** Reads the arguments; prints help and ends where they ask for it. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string' },
      'many-people': { type: 'boolean', default: false },
      only: { type: 'string' },
      minutes: { type: 'string' },
      rate: { type: 'string', default: '0' },
      quick: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(HELP)
    process.exit()
  }
  const only = TABLES.find(name => name === values.only)
  if (values.only !== undefined && only === undefined) {
    throw new Error(`--only takes ${TABLES.join(', ')}, not "${values.only}".`)
  }
  const extent = values.smoke ? 'smoke' : values.quick ? 'quick' : 'full'
  const { sizes, ...rounds } = EXTENTS[extent]
  return {
    sizes: (values.sizes ?? sizes)
      .split(',')
      .map(sizeOf)
      .sort((a, b) => a - b),
    peoplePerGift: values['many-people'] ? 1 : 0.1,
    ...rounds,
    ...(values.minutes !== undefined && { minutes: countOf('minutes', values.minutes) }),
    rate: countOf('rate', values.rate),
    only,
    extent,
  }
}
