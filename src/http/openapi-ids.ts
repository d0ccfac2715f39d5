/** Operation ids of the OpenAPI document: made from declared names, so that whatever is made from it keeps its own. */

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/**
 * `onPersonStatusChanged` from `on` and `person.status_changed`.
 * @param names of a resource, its singular, a method or an event
 */
export const operationId = (verb: string, ...names: readonly string[]): string =>
  [verb, ...names.flatMap(name => name.split(/[._]/)).map(capital)].join('')
