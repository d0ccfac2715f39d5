/** What is in the navigation, in its order: home stands alone on top. Attendance comes after people, imports, exports and statements at the end. */
import type { IconName } from '../parts/icon.tsx'

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
      {
        label: 'Prayer requests',
        path: '/prayer_requests',
        icon: 'prayer',
        permission: 'prayer_requests:read',
        module: 'care',
      },
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

/** The groups that somebody sees; none is empty. */
export function navigationFor(may: (permission: string) => boolean, modules: readonly string[]): NavigationGroup[] {
  const seen = ({ permission, module }: NavigationItem): boolean =>
    may(permission) && (module === undefined || modules.includes(module))
  return GROUPS.map(group => ({ ...group, items: group.items.filter(seen) })).filter(group => group.items.length > 0)
}

/** Whether an item stands for the address that is shown. */
export function isCurrent({ path, except }: NavigationItem, address: string): boolean {
  if (path === '') return address === '' || address === '/'
  const below = (start: string): boolean => address === start || address.startsWith(`${start}/`)
  return below(path) && !except?.some(below)
}
