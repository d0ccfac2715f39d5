/** The groups of commands that resources declare: what is derived of them, and what is written by hand beside it. */
import type { House } from '../resource/house.ts'
import type { ByHand } from './by-hand.ts'
import type { AddCommand } from './command.ts'

const BY_HAND: Readonly<Record<string, () => Promise<ByHand>>> = {
  attendance: async () => (await import('./attendance-count.ts')).byHand,
  branch: async () => (await import('./branch.ts')).byHand,
  envelope: async () => (await import('./envelope.ts')).byHand,
  campaign: async () => (await import('./campaign.ts')).byHand,
  group: async () => (await import('./group-post.ts')).byHand,
  person: async () => (await import('./person.ts')).byHand,
  recurring: async () => (await import('./recurring.ts')).byHand,
  report: async () => (await import('./report.ts')).byHand,
  promotion: async () => (await import('./promotion.ts')).byHand,
  statement: async () => (await import('./statement.ts')).byHand,
  sermon: async () => (await import('./sermon-section.ts')).byHand,
}

/** A group: its name, what help says of it, and how it is filled. */
export type Group = readonly [name: string, description: string, load: () => Promise<AddCommand>]

/** The groups of a house. */
export const declaredGroups = ({ modules, actions }: House): Group[] =>
  modules.flatMap(({ resources }) =>
    resources.flatMap((resource): Group[] => {
      const { command: name, words } = resource
      if (name === undefined) return []
      const load = async (): Promise<AddCommand> => {
        const [{ resourceCommands }, { isDerivable }, byHand] = await Promise.all([
          import('./resource.ts'),
          import('./resource-change.ts'),
          BY_HAND[name]?.(),
        ])
        const done = byHand?.instead.map(action => action.name) ?? []
        const derived = actions.filter(action => isDerivable(resource, action) && !done.includes(action.name))
        return (command, call) => {
          resourceCommands(resource, derived, byHand?.lists)(command, call)
          byHand?.add(command, call)
        }
      }
      return [[name, `the ${words.many} of a church`, load]]
    }),
  )
