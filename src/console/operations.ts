/** Every operation and view of the console: those of the modules, and those that belong to none. */
import { MODULES } from '../modules/index.ts'
import { isOn, type Module } from '../resource/module.ts'
import type { Operation, View } from '../resource/operation.ts'

type Offered<T> = ReadonlyMap<string, { offer: T; module?: Module }>

const offered = <T extends { name: string }>(ofModules: (module: Module) => readonly T[], others: readonly T[]) =>
  new Map([
    ...MODULES.flatMap(module => ofModules(module).map(offer => [offer.name, { offer, module }] as const)),
    ...others.map(offer => [offer.name, { offer }] as const),
  ]) as Offered<T>

const OPERATIONS_BY_NAME = offered<Operation>(module => module.operations ?? [], [])
const VIEWS_BY_NAME = offered<View>(module => module.views ?? [], [])

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
