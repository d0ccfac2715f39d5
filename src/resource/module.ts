/** What a module is: a part of the product that declares what it is made of; everything else is derived from that. */
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Network } from '../outgoing/request.ts'
import type { PublicRoute } from '../public-routes/public-route.ts'
import type { Vault } from '../vault.ts'
import type { Action, View } from './action.ts'
import type { Due } from './agenda.ts'
import type { DemoChurch, Needed } from './demo.ts'
import type { Detail, MadeFrom } from './detail.ts'
import type { DeclaredEvent } from './event.ts'
import type { Extension } from './extension-point.ts'
import type { CopiesPeople } from './forgetting.ts'
import type { HouseFacts } from './house-facts.ts'
import type { RunImport } from './import-run.ts'
import type { InArchive } from './in-archive.ts'
import type { AtThumb, NavigationItem } from './navigation.ts'
import type { FamilyReference, NamesPeople } from './person-reference.ts'
import type { Resource } from './resource.ts'
import type { Doing } from './step.ts'
import type { TakeBack } from './take-back.ts'
import type { Tones } from './tone.ts'

/** What the work of a module in a running service is made with. */
export interface ServiceParts extends Doing {
  config: Config
  vault: Vault
  network: Network
  clock: Clock
  log: Log
  /** Public address of the service, without a slash at the end. */
  baseUrl(): string
  /** What all modules are together. */
  house: HouseFacts
  /** Imports a file, in one transaction of its own. */
  runImport: RunImport
}

/** Work in the background of a node that serves. */
export interface Worker {
  start(): void
  /** Begins nothing more. */
  halt(): void
  /** Halts, and waits for what was begun. */
  stop(): Promise<void>
}

/** What is done now and then. A fault is logged, and it is tried again at its next time. */
export interface Job {
  /** Milliseconds between the end of one round and the beginning of the next. */
  every: number
  run(stop: AbortSignal): Promise<unknown>
}

/** What of a module runs while a node serves. */
export interface Served {
  publicRoutes?: readonly PublicRoute[]
  /** In the order in which they start; they stop the other way round. */
  workers?: readonly Worker[]
  jobs?: readonly Job[]
}

/** A module of the specification: a folder, one `module.ts`. */
export interface Module {
  /** Its own, which no other module has: that of its folder. */
  name: string
  /**
   * What a church switches on to have it: `giving`. Those of one switch go on and off together, the first of them with its `title`
   * and `about`. Without one every church has it.
   */
  switch?: string
  /** What the API and events call what it belongs to: its switch, and `core` where it has none, unless said. */
  area?: string
  title: string
  /** What it brings, for who decides whether their church has it. */
  about?: string
  /** Under what its pages stand in the navigation; its title, unless said. */
  group?: string
  /** What it has in the navigation, in this order; the lists of all its resources, unless said. */
  navigation?: readonly NavigationItem[]
  /** What of it people do most on a phone. */
  atThumb?: readonly AtThumb[]
  /** Switches without which its own cannot be on: what it has is made of theirs. */
  standsOn?: readonly string[]
  resources: readonly Resource[]
  actions?: readonly Action[]
  /** Events that it declares itself, beside those of the specification. */
  events?: readonly DeclaredEvent[]
  /** What runs of it while a node serves; nothing is begun yet. */
  serve?(parts: ServiceParts): Served
  views?: readonly View[]
  /** The colours of values that its views show and no field of a resource has. */
  tones?: Tones
  /** What of it names people: a merge of two records of one person moves it. */
  namesPeople?: NamesPeople
  /** What of it families have: a family that has some stays when its import is taken back. */
  namesFamilies?: readonly FamilyReference[]
  /** What of it holds copies of what was said of people: it is cleansed when somebody is forgotten. */
  copiesPeople?: readonly CopiesPeople[]
  /** How records of it are taken back that an import wrote. */
  takesBack?: readonly TakeBack[]
  /** What of its tables goes with a record that is deleted; rows without an id of their own do so by themselves. */
  details?: readonly Detail[]
  /** What of its tables the machine makes from other records. */
  makes?: readonly MadeFrom[]
  /** What of it no church can be without. */
  needs?: readonly Needed[]
  /** What of its tables stays behind, or comes otherwise than it stood, when a church moves. */
  archive?: InArchive
  /** What of it is due at some time; while it is switched off, that waits. */
  agenda?: readonly Due[]
  /** What it adds to modules that it stands on. */
  extends?: readonly Extension[]
  /** Adds what it has to the demo church. */
  demo?(tx: Tx, demo: DemoChurch): Promise<void>
}

/** A module with the types of what it offers. */
interface Declared<R, A, V, P> extends Omit<Module, 'resources' | 'actions' | 'views' | 'namesPeople'> {
  resources: R
  actions?: A
  views?: V
  namesPeople?: P
}

/** Declares a module, keeping the names and types of what it offers. */
export const module = <
  const R extends readonly Resource[],
  const A extends readonly Action[] = readonly [],
  const V extends readonly View[] = readonly [],
  const P extends NamesPeople = { moved: [] },
>(
  declaration: Declared<R, A, V, P>,
): Declared<R, A, V, P> => declaration

/** True when the church has this module. @param modules the switches that are on */
export const isOn = (module: Module, modules: readonly string[]): boolean =>
  module.switch === undefined || modules.includes(module.switch)

/** What the API and events call what a module belongs to. */
export const areaOf = (module: Module): string => module.area ?? module.switch ?? 'core'
