/** The navigation of the pages, from what the modules declare: as far as a member may follow it. */
import type { House } from '../resource/house.ts'
import { isOn, type Module } from '../resource/module.ts'
import type { NavigationItem, ShownGroup, ShownItem } from '../resource/navigation.ts'
import type { Resource } from '../resource/resource.ts'
import type { Role } from '../resource/roles.ts'
import { phrasesOf } from '../texts/resource-phrases.ts'

/** The order of these; others follow, and the settings come last. */
const GROUPS = [
  'People',
  'Sunday',
  'Sunday school',
  'Groups',
  'Giving',
  'Online giving',
  'Bookkeeping',
  'Messages',
  'Ministry',
]
const LAST = 'Settings'

const HOME = { label: 'Home', path: '', icon: 'home', may: 'home.people' } as const

/** An item with its heading, and what one has to have to see it. */
interface Placed extends ShownItem {
  group: string
  may: string
}

const listOf = ({ name, words, icon = 'record' }: Resource, group: string): Placed => ({
  label: phrasesOf(words).many,
  path: `/${name}`,
  icon,
  group,
  may: `${name}:read`,
})

function placed(item: NavigationItem, group: string): Placed {
  if ('of' in item) return listOf(item.of, item.group)
  return 'path' in item ? { group, ...item } : listOf(item, group)
}

const itemsOf = ({ title, group = title, resources, navigation = resources }: Module): Placed[] =>
  navigation.map(item => placed(item, group))

/** Every item of these modules, by its heading, in the order of the modules. */
function groupsOf(modules: readonly Module[]): Map<string, Placed[]> {
  const items = modules.flatMap(itemsOf)
  const first = GROUPS.filter(label => items.some(({ group }) => group === label))
  const others = [...new Set(items.map(({ group }) => group))].filter(label => ![...GROUPS, LAST].includes(label))
  return new Map([...first, ...others, LAST].map(label => [label, items.filter(({ group }) => group === label)]))
}

/** What a member finds in the navigation: home stands alone on top, and no heading is without items. @param offers what they may do and see */
export function navigationFor(
  house: House,
  role: Role,
  offers: readonly string[],
  on: readonly string[],
): ShownGroup[] {
  const has = new Set([...house.scopesOf(role), ...offers])
  const seen = (items: readonly Placed[]): ShownItem[] =>
    items.filter(({ may }) => has.has(may)).map(({ label, path, icon }) => ({ label, path, icon }))
  const groups = groupsOf(house.modules.filter(module => isOn(module, on)))
  return [
    { items: seen([{ ...HOME, group: '' }]) },
    ...[...groups].map(([label, items]) => ({ label, items: seen(items) })),
  ].filter(({ items }) => items.length > 0)
}

/** A thumb reaches five places; one of them leads to all the others. */
const MOST_AT_THUMB = 4

/** What a member does most, for the bar of a narrow screen. @param offers what they may do and see */
export function atThumbFor(house: House, role: Role, offers: readonly string[], on: readonly string[]): ShownItem[] {
  const has = new Set([...house.scopesOf(role), ...offers])
  const declared = house.modules.filter(module => isOn(module, on)).flatMap(({ atThumb = [] }) => atThumb)
  return [HOME, ...declared.sort((a, b) => a.rank - b.rank)]
    .filter(({ may }) => has.has(may))
    .slice(0, MOST_AT_THUMB)
    .map(({ label, path, icon }) => ({ label, path, icon }))
}

/** What the navigation says. */
export const navigationWords = ({ modules }: House): string[] => [
  HOME.label,
  ...modules.flatMap(({ atThumb = [] }) => atThumb.map(({ label }) => label)),
  ...[...groupsOf(modules)].flatMap(([label, items]) => [label, ...items.map(item => item.label)]),
]
