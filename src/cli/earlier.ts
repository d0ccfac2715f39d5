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

const EARLIER: Readonly<Record<string, Readonly<Record<string, Spelling>>>> = {
  branch: { '--id': argument, '--parent': renamed('--parent-id') },
  fund: {
    '--id': argument,
    '--default': always('--is-default=true'),
    '--active': always('--is-active=true'),
    '--inactive': always('--is-active=false'),
  },
}

/**
 * A command line in the spelling of today.
 * @param group the group that is called
 */
export function ofToday(argv: readonly string[], group: string | undefined): string[] {
  const spellings = EARLIER[group ?? ''] ?? {}
  return argv.flatMap(word => {
    const [, option = word, value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? []
    return spellings[option]?.(value) ?? [word]
  })
}
