/** Every operation and view of the console: those of the modules, and those that belong to none. */
import { MODULES } from '../modules/index.ts'
import { authorOf } from '../modules/people/history.ts'
import { mergePeople } from '../modules/people/merge.ts'
import { visibleTo } from '../modules/people/visible-person.ts'
import { MOVES } from '../modules/people-moves.ts'
import { isOn, type Module } from '../resource/module.ts'
import { type Operation, operation, type View } from '../resource/operation.ts'
import * as field from '../resource/types.ts'
import { MERGE_VIEW } from './merge-view.ts'

/** Here, and not with people: every module that refers to people has a part in it. */
const merge = operation({
  name: 'people.merge',
  fields: { keep: field.ref().required(), remove: field.ref().required() },
  stepUp: false,
  target: ({ keep, remove }) => `${keep}, ${remove}`,
  async run({ database }, caller, { keep = 0, remove = 0 }) {
    return await mergePeople(database, caller.church, keep, remove, MOVES, authorOf(caller), visibleTo(caller))
  },
})

type Offered<T> = ReadonlyMap<string, { offer: T; module?: Module }>

const offered = <T extends { name: string }>(ofModules: (module: Module) => readonly T[], others: readonly T[]) =>
  new Map([
    ...MODULES.flatMap(module => ofModules(module).map(offer => [offer.name, { offer, module }] as const)),
    ...others.map(offer => [offer.name, { offer }] as const),
  ]) as Offered<T>

const OPERATIONS_BY_NAME = offered<Operation>(module => module.operations ?? [], [merge])
const VIEWS_BY_NAME = offered<View>(module => module.views ?? [], [MERGE_VIEW])

/** Every operation there is that is no action yet. */
export const OPERATIONS: readonly Operation[] = [...OPERATIONS_BY_NAME.values()].map(({ offer }) => offer)

/** Every view there is that its module does not declare with who may see it. */
export const VIEWS: readonly View[] = [...VIEWS_BY_NAME.values()].map(({ offer }) => offer)

function find<T>(all: Offered<T>, name: string, modules: readonly string[]): T | undefined {
  const found = all.get(name)
  return found?.module === undefined || isOn(found.module, modules) ? found?.offer : undefined
}

/** The operation of a name, where the church has its module. */
export const findOperation = (name: string, modules: readonly string[]): Operation | undefined =>
  find(OPERATIONS_BY_NAME, name, modules)

/** The view of a name, where the church has its module. */
export const findView = (name: string, modules: readonly string[]): View | undefined =>
  find(VIEWS_BY_NAME, name, modules)
