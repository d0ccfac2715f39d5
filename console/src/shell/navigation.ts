/** What is in the navigation, in its order: home stands alone on top. Attendance comes after people, imports, exports and statements at the end. */
import { type ShownResource, titleOf } from '../house/house.ts'
import { type IconName, iconNamed } from './icon.tsx'

interface NavigationItem {
  label: string
  path: string
  icon: IconName
  /** Shown only to those who have it: a scope, or the name of an operation or a view. */
  permission: string
  /** Addresses below `path` that have an item of their own. */
  except?: readonly string[]
  /** Shown only where the church has this module. */
  module?: string
}

interface NavigationGroup {
  /** Absent where the items stand alone. */
  label?: string
  items: NavigationItem[]
}

const GROUPS: readonly NavigationGroup[] = [
  { items: [{ label: 'Home', path: '', icon: 'home', permission: 'home.people' }] },
  {
    label: 'People',
    items: [
      { label: 'People', path: '/people', icon: 'people', permission: 'people:read' },
      { label: 'Families', path: '/families', icon: 'family', permission: 'families:read' },
      { label: 'Branches', path: '/branches', icon: 'branch', permission: 'branches:read' },
    ],
  },
  {
    label: 'Giving',
    items: [
      {
        label: 'Gifts',
        path: '/contributions',
        except: ['/contributions/new'],
        icon: 'gift',
        permission: 'contributions:read',
      },
      { label: 'Record gifts', path: '/contributions/new', icon: 'record', permission: 'contributions:write' },
      { label: 'Online gifts', path: '/gifts', icon: 'online', permission: 'gifts:read', module: 'giving' },
      { label: 'Funds', path: '/funds', icon: 'fund', permission: 'funds:read' },
      { label: 'Exchange rates', path: '/rates', icon: 'rate', permission: 'rates' },
    ],
  },
  {
    label: 'Ministry',
    items: [
      {
        label: 'Messages',
        path: '/messages',
        except: ['/messages/inbox', '/messages/units'],
        icon: 'message',
        permission: 'messages:read',
      },
      { label: 'Inbox', path: '/messages/inbox', icon: 'inbox', permission: 'inbox' },
      { label: 'SMS units', path: '/messages/units', icon: 'units', permission: 'units' },
      { label: 'Sermons', path: '/sermons', icon: 'sermon', permission: 'sermons:read', module: 'media' },
    ],
  },
  {
    label: 'Settings',
    items: [
      { label: 'Church', path: '/settings/church', icon: 'church', permission: 'church' },
      { label: 'Team', path: '/settings/team', icon: 'team', permission: 'users' },
      { label: 'Providers', path: '/settings/providers', icon: 'provider', permission: 'providers' },
      { label: 'API keys', path: '/settings/keys', icon: 'key', permission: 'keys' },
      { label: 'Webhooks', path: '/settings/webhooks', icon: 'webhook', permission: 'endpoints' },
      { label: 'Audit log', path: '/settings/audit', icon: 'audit', permission: 'audit' },
    ],
  },
]

/** The items of resources that have none of their own above, in the groups of their modules. */
function declaredGroups(house: readonly ShownResource[]): NavigationGroup[] {
  const taken = new Set(GROUPS.flatMap(({ items }) => items.map(({ path }) => path)))
  const labels = [...new Set(house.map(({ group }) => group))]
  return labels.map(label => ({
    label,
    items: house
      .filter(({ name, group }) => group === label && !taken.has(`/${name}`))
      .map(({ name, many, icon }) => ({
        label: titleOf(many),
        path: `/${name}`,
        icon: iconNamed(icon),
        permission: `${name}:read`,
      })),
  }))
}

/** The groups that somebody sees, the settings last; none is empty. */
export function navigationFor(
  may: (permission: string) => boolean,
  modules: readonly string[],
  house: readonly ShownResource[] = [],
): NavigationGroup[] {
  const seen = ({ permission, module }: NavigationItem): boolean =>
    may(permission) && (module === undefined || modules.includes(module))
  const more = declaredGroups(house)
  const known = GROUPS.map(group => {
    const added = more.find(({ label }) => label === group.label)?.items ?? []
    return { ...group, items: [...group.items, ...added] }
  })
  const fresh = more.filter(({ label }) => GROUPS.every(group => group.label !== label))
  return [...known.slice(0, -1), ...fresh, ...known.slice(-1)]
    .map(group => ({ ...group, items: group.items.filter(seen) }))
    .filter(group => group.items.length > 0)
}

/** Whether an item stands for the address that is shown. */
export function isCurrent({ path, except }: NavigationItem, address: string): boolean {
  if (path === '') return address === '' || address === '/'
  const below = (start: string): boolean => address === start || address.startsWith(`${start}/`)
  return below(path) && !except?.some(below)
}
