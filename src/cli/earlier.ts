/** How commands were spelt in earlier releases: what scripts say goes on working, and help names the one spelling of today. */

/** What an option of a group is called today. */
type Spelling = (value: string | undefined) => readonly string[]

const renamed =
  (name: string): Spelling =>
  value =>
    value === undefined ? [name] : [`${name}=${value}`]

const always =
  (...words: readonly string[]): Spelling =>
  () =>
    words

/** `--id 3` is an argument today: the number that follows is it already. */
const argument: Spelling = value => (value === undefined ? [] : [value])

const PARENT = { '--parent': renamed('--parent-id') }
const OF_FUND = {
  '--default': always('--is-default=true'),
  '--active': always('--is-active=true'),
  '--inactive': always('--is-active=false'),
}

const EARLIER: Readonly<Record<string, Readonly<Record<string, Spelling>>>> = {
  'branch create': PARENT,
  'branch update': { ...PARENT, '--id': argument },
  'branch remove': { '--id': argument },
  'fund create': OF_FUND,
  'fund update': { ...OF_FUND, '--id': argument },
}

/** A command line in the spelling of today. */
export function ofToday(argv: readonly string[]): string[] {
  const command = argv.filter(word => !word.startsWith('-')).slice(0, 2)
  const spellings = EARLIER[command.join(' ')] ?? {}
  return argv.flatMap(word => {
    const [, option = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? []
    return spellings[option]?.(value) ?? [word]
  })
}
