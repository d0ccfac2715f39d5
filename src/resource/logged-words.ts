/** What the audit log calls what is done, from the declarations; signing in, which none declares, has its words in the pages. */
import { loggedPhrasesOf } from '../texts/resource-phrases.ts'
import type { Action } from './action.ts'
import type { Module } from './module.ts'
import type { Resource } from './resource.ts'

/** By the name that the log has: `people.merge` is Merged people. Modules that are off are there, too: the log goes back. */
export function loggedWords(modules: readonly Module[], actions: readonly Action[]): Record<string, string> {
  const writes = modules.flatMap(({ resources }) => resources).flatMap(writesOf)
  const done = actions.flatMap(({ name, logged }) => (logged === undefined ? [] : [[name, logged]]))
  return Object.fromEntries([...writes, ...done])
}

/** As `auditWrite` names them. */
function writesOf({ name, words, create, update }: Resource): [name: string, words: string][] {
  const { added, changed } = loggedPhrasesOf(words)
  return [
    ...(create === undefined ? [] : [[`${name}.create`, words.added ?? added] as [string, string]]),
    ...(update === undefined ? [] : [[`${name}.update`, changed] as [string, string]]),
  ]
}
