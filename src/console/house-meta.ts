/** What pages are told of the house beside its resources. */
import type { House } from '../resource/house.ts'
import { isOn, type Module } from '../resource/module.ts'
import type { Role } from '../resource/roles.ts'
import type { HouseMeta, ShownScopes } from './shown.ts'

/**
 * The modules that any church may switch on and off, what all have, what keys may be given, and the words of the audit log.
 * @param on the switches of the church that are on
 */
export const houseMeta = (house: House, role: Role, on: readonly string[]): HouseMeta => ({
  modules: house.modules.flatMap(module => {
    const { switch: name, title, about = '', standsOn = [] } = module
    if (name === undefined || firstOf(house, module) !== module) return []
    const ofSwitch = house.modules.filter(one => one.switch === name)
    const resources = ofSwitch.flatMap(one => one.resources.map(({ name }) => name))
    const offers = ofSwitch.flatMap(({ actions = [], views = [] }) => [...actions, ...views].map(({ name }) => name))
    return [{ name, title, about, resources, offers, standsOn }]
  }),
  always: house.modules
    .filter(one => one.switch === undefined)
    .flatMap(({ resources }) => resources.map(({ name }) => name)),
  scopes: scopesByModule(house, role, on),
  logged: house.logged,
})

/** Of those of one switch the first, whose title all of them have; of what every church has each by itself. */
const firstOf = ({ modules }: House, module: Module): Module =>
  modules.find(one => one.switch !== undefined && one.switch === module.switch) ?? module

/** The scopes that a role may give a key, by the modules that the church has. */
function scopesByModule(house: House, role: Role, on: readonly string[]): ShownScopes[] {
  const found = new Map<Module, ShownScopes>()
  for (const scope of house.scopesOf(role)) {
    const [resource] = scope.split(':')
    const module = house.modules.find(({ resources }) => resources.some(({ name }) => name === resource))
    if (module === undefined || !isOn(module, on)) continue
    const first = firstOf(house, module)
    const shown = found.get(first) ?? { title: first.title, scopes: [] }
    shown.scopes.push(scope)
    found.set(first, shown)
  }
  return [...found.values()]
}
