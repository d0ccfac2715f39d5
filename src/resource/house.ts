/** The house: all modules of an installation, and what follows from them together. */
import type { Action, View } from './action.ts'
import type { Catalogue } from './event.ts'
import { collected } from './extension-point.ts'
import { type Trace, traceOf } from './forgetting.ts'
import type { HouseFacts } from './house-facts.ts'
import { loggedWords } from './logged-words.ts'
import { isOn, type Module } from './module.ts'
import { toldOf, tracesOf } from './person-reference.ts'
import type { Resource } from './resource.ts'
import { type Allowed, mayThey, type Role } from './roles.ts'
import { mergedTones, type Tones } from './tone.ts'

/** What an installation offers. */
export interface House extends HouseFacts {
  modules: readonly Module[]
  /** The colours of values of choices. */
  tones: Tones
  actions: readonly Action[]
  views: readonly View[]
  /** The action of a name, where a church with these modules has it. */
  action(name: string, modules: readonly string[]): Action | undefined
  view(name: string, modules: readonly string[]): View | undefined
  /** Who may do or see what is named so; undefined where nothing is. */
  allowed(name: string): Allowed | undefined
  /** Names of all actions and views that a role may do and see in a church with these modules. @param limited to a branch */
  permissionsOf(role: Role, limited: boolean, modules: readonly string[]): string[]
}

interface Offer {
  name: string
  may: Allowed
}

/** Makes the house of these modules. @throws Error for two that offer something of one name */
export function makeHouse(modules: readonly Module[], catalogue: Catalogue): House {
  checkNames(modules)
  const optional = [...new Set(modules.flatMap(one => one.switch ?? []))].sort()
  const rights = inOrder(modules, optional).flatMap(({ resources }) => resources.flatMap(rightsOf))
  const actions = offered(modules, ({ actions = [] }) => actions)
  const views = offered(modules, ({ views = [] }) => views)
  const resources = new Map(modules.flatMap(module => module.resources.map(one => [one.name, one] as const)))
  checkReferences(resources)
  checkListings(resources)
  checkMarks(resources)
  checkNavigation(modules, new Set([...rights.map(({ scope }) => scope), ...actions.keys(), ...views.keys()]))
  const takesBack = modules.flatMap(({ takesBack = [] }) => takesBack)
  const offers = [...actions.values(), ...views.values()]
  return {
    modules,
    optional,
    standsOn: standingOn(modules, optional),
    scopes: rights.map(({ scope }) => scope),
    tones: mergedTones(modules.flatMap(tonesOf)),
    scopesOf: role => rights.filter(({ roles }) => roles.includes(role)).map(({ scope }) => scope),
    catalogue,
    resource: name => resources.get(name),
    resourcesOn: on => modules.filter(one => isOn(one, on)).flatMap(one => one.resources),
    actions: [...actions.values()].map(({ offer }) => offer),
    views: [...views.values()].map(({ offer }) => offer),
    action: (name, on) => find(actions, name, on),
    view: (name, on) => find(views, name, on),
    movedReferences: modules.flatMap(({ namesPeople }) => namesPeople?.moved ?? []),
    familyReferences: modules.flatMap(({ namesFamilies = [] }) => namesFamilies),
    async endOf(tx, church, people) {
      for (const { namesPeople } of modules) await namesPeople?.end?.(tx, church, people)
    },
    takeBack: name => takesBack.find(({ resource }) => resource === name),
    details: modules.flatMap(({ details = [] }) => details),
    makes: modules.flatMap(({ makes = [] }) => makes),
    needs: modules.flatMap(({ needs = [] }) => needs),
    agenda: modules.flatMap(({ agenda = [] }) => agenda),
    toldReferences: toldOf(tracesIn(modules)),
    addedAt: collected(modules.flatMap(one => one.extends ?? [])),
    sealed: modules.flatMap(({ archive }) => archive?.sealed ?? []),
    logged: loggedWords(
      modules,
      [...actions.values()].map(({ offer }) => offer),
    ),
    traces: tracesIn(modules),
    allowed: name => (actions.get(name) ?? views.get(name))?.offer.may,
    permissionsOf: (role, limited, on) =>
      offers
        .filter(({ offer, module }) => isOn(module, on) && mayThey(role, offer.may, limited))
        .map(({ offer }) => offer.name),
  }
}

/** Copies before the records that they are of, and both before what names people: those say whose they are. */
const tracesIn = (modules: readonly Module[]): Trace[] => [
  ...modules
    .flatMap(({ copiesPeople = [] }) => copiesPeople.map(traceOf))
    .sort((a, b) => Number(a.isResource ?? false) - Number(b.isResource ?? false)),
  ...modules.flatMap(({ namesPeople }) => (namesPeople === undefined ? [] : tracesOf(namesPeople))),
]

/** @throws Error for a field that refers to what no module has */
function checkReferences(resources: ReadonlyMap<string, Resource>): void {
  for (const { name, fields } of resources.values()) {
    for (const [field, { spec }] of Object.entries(fields)) {
      if (spec.to !== undefined && !resources.has(spec.to)) throw new Error(`${name}.${field} refers to ${spec.to}.`)
    }
  }
}

/** @throws Error for a list of pages that nothing leads to: by what is no reference, or no filter */
function checkListings(resources: ReadonlyMap<string, Resource>): void {
  for (const { name, fields, list, listedBy = [] } of resources.values()) {
    for (const { by } of listedBy) {
      if (fields[by]?.spec.to === undefined) throw new Error(`${name} is listed by ${by}, which refers to nothing.`)
      if (list.filters[by] === undefined) throw new Error(`${name} is listed by ${by}, and has no filter of that name.`)
    }
  }
}

/** @throws Error for totals by marks of what marks do not know: they count records alone */
function checkMarks(resources: ReadonlyMap<string, Resource>): void {
  for (const { name, list } of resources.values()) {
    const unknown =
      list.tallies === 'marked' ? (['sum', 'day'] as const).find(one => list[one] !== undefined) : undefined
    if (unknown !== undefined) {
      throw new Error(
        `${name} has tallies 'marked', which keep no ${unknown}: use tallies true, or leave out the ${unknown}.`,
      )
    }
  }
}

const tonesOf = ({ resources, tones = {} }: Module): Tones[] => [
  ...resources.flatMap(({ fields }) => Object.values(fields).map(({ spec }) => spec.tones ?? {})),
  tones,
]

/** @throws Error for a page in the navigation that nobody could ever see */
function checkNavigation(modules: readonly Module[], rights: ReadonlySet<string>): void {
  for (const { navigation = [], atThumb = [] } of modules) {
    for (const item of [...navigation, ...atThumb]) {
      if ('path' in item && !rights.has(item.may)) {
        throw new Error(`${item.path} is for those who have ${item.may}, which nobody can.`)
      }
    }
  }
}

/** @throws Error for two modules of one name */
function checkNames(modules: readonly Module[]): void {
  const names = new Set<string>()
  for (const { name } of modules) {
    if (names.has(name)) throw new Error(`Two modules are called ${name}.`)
    names.add(name)
  }
}

/** By switch. @throws Error for a module that stands on what no church can switch on, or that is always on */
function standingOn(modules: readonly Module[], optional: readonly string[]): HouseFacts['standsOn'] {
  const standing: Record<string, readonly string[]> = {}
  for (const { name, switch: own, standsOn } of modules) {
    if (standsOn === undefined) continue
    if (own === undefined) throw new Error(`${name} stands on ${standsOn.join(' and ')}, and has no switch.`)
    const missing = standsOn.find(other => !optional.includes(other))
    if (missing !== undefined) throw new Error(`${name} stands on ${missing}, which is no optional module.`)
    standing[own] = [...new Set([...(standing[own] ?? []), ...standsOn])]
  }
  return standing
}

/** What every church has first, then the others by their switch. */
const inOrder = (modules: readonly Module[], optional: readonly string[]): Module[] => [
  ...modules.filter(one => one.switch === undefined),
  ...optional.flatMap(name => modules.filter(one => one.switch === name)),
]

interface Right {
  scope: string
  roles: readonly Role[]
}

/** The scopes of a resource (spec, Authentication, rule 4), each with the roles that have it. */
const rightsOf = ({ name, may: { read, write } }: Resource): Right[] => [
  { scope: `${name}:read`, roles: read },
  ...(write === undefined ? [] : [{ scope: `${name}:write`, roles: write }]),
]

type Offered<T> = ReadonlyMap<string, { offer: T; module: Module }>

function offered<T extends Offer>(modules: readonly Module[], offers: (module: Module) => readonly T[]): Offered<T> {
  const found = new Map<string, { offer: T; module: Module }>()
  for (const module of modules) {
    for (const offer of offers(module)) {
      if (found.has(offer.name)) throw new Error(`Two modules offer ${offer.name}.`)
      found.set(offer.name, { offer, module })
    }
  }
  return found
}

function find<T>(all: Offered<T>, name: string, on: readonly string[]): T | undefined {
  const found = all.get(name)
  return found !== undefined && isOn(found.module, on) ? found.offer : undefined
}
