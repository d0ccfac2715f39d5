/** What is in the navigation, in its order. Attendance comes after people, imports, exports and statements at the end. */
import type { IconName } from './icon.tsx'

export interface NavigationItem {
  label: string
  path: string
  icon: IconName
  /** Shown only to those who have it. */
  scope: string
  /** Addresses below `path` that have an item of their own. */
  except?: string
  /** Shown only where the church has this module. */
  module?: string
}

export interface NavigationGroup {
  label: string
  items: NavigationItem[]
}

const GROUPS: readonly NavigationGroup[] = [
  {
    label: 'People',
    items: [
      { label: 'People', path: '/people', icon: 'people', scope: 'people:read' },
      { label: 'Families', path: '/families', icon: 'family', scope: 'families:read' },
      { label: 'Branches', path: '/branches', icon: 'branch', scope: 'branches:read' },
    ],
  },
  {
    label: 'Giving',
    items: [
      {
        label: 'Gifts',
        path: '/contributions',
        except: '/contributions/new',
        icon: 'gift',
        scope: 'contributions:read',
      },
      { label: 'Record gifts', path: '/contributions/new', icon: 'record', scope: 'contributions:write' },
      { label: 'Funds', path: '/funds', icon: 'fund', scope: 'funds:read' },
    ],
  },
  {
    label: 'Care and word',
    items: [
      { label: 'Messages', path: '/messages', icon: 'message', scope: 'messages:read' },
      {
        label: 'Prayer requests',
        path: '/prayer_requests',
        icon: 'prayer',
        scope: 'prayer_requests:read',
        module: 'care',
      },
      { label: 'Sermons', path: '/sermons', icon: 'sermon', scope: 'sermons:read', module: 'media' },
    ],
  },
]

/** The groups that somebody sees; none is empty. */
export function navigationFor(scopes: readonly string[], modules: readonly string[]): NavigationGroup[] {
  const seen = ({ scope, module }: NavigationItem): boolean =>
    scopes.includes(scope) && (module === undefined || modules.includes(module))
  return GROUPS.map(group => ({ ...group, items: group.items.filter(seen) })).filter(group => group.items.length > 0)
}

/** Whether an item stands for the address that is shown. */
export function isCurrent({ path, except }: NavigationItem, address: string): boolean {
  const below = (start: string): boolean => address === start || address.startsWith(`${start}/`)
  return below(path) && !(except !== undefined && below(except))
}
