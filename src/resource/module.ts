/** What a module is: a part of the product that declares what it is made of; everything else is derived from that. */
import type { Action, View as NewView } from './action.ts'
import type { Operation, View } from './operation.ts'
import type { NamesPeople } from './person-reference.ts'
import type { Resource } from './resource.ts'

/** A module of the specification: a folder, one `module.ts`. */
export interface Module {
  /** As it is switched on: `giving`. */
  name: string
  title: string
  /** Core modules are always on. */
  core: boolean
  resources: readonly Resource[]
  actions?: readonly Action[]
  looks?: readonly NewView[]
  /** What of it names people: a merge of two records of one person moves it. */
  namesPeople?: NamesPeople
  /** What only the console offers. */
  operations?: readonly Operation[]
  views?: readonly View[]
}

/** Declares a module, keeping the names and types of what it offers. */
export const module = <
  const A extends readonly Action[],
  const L extends readonly NewView[],
  const P extends NamesPeople = { moved: [] },
>(
  declaration: Module & { actions?: A; looks?: L; namesPeople?: P },
): Module & { actions?: A; looks?: L; namesPeople?: P } => declaration

/** True when the church has this module. */
export const isOn = (module: Module, modules: readonly string[]): boolean =>
  module.core || modules.includes(module.name)
