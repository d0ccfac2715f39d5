/** What is in the navigation, in its order: home stands alone on top. Imports, exports and statements come at the end. */
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import type { ShownResource } from '../house/house.ts'
import { type IconName, iconNamed } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'

interface NavigationItem {
  label: string
  path: string
  icon: IconName
  /** Shown only to those who have it: a scope, or the name of an action or a view. */
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
  { items: [{ label: t('Home'), path: '', icon: 'home', permission: 'home.people' }] },
  {
    label: t('People'),
    items: [
      { label: t('People'), path: '/people', icon: 'people', permission: 'people:read' },
      { label: t('Families'), path: '/families', icon: 'family', permission: 'families:read' },
      { label: t('Branches'), path: '/branches', icon: 'branch', permission: 'branches:read' },
    ],
  },
  {
    label: t('Sunday'),
    items: [
      { label: t('Attendance'), path: '/attendance', icon: 'attendance', permission: 'attendance_trends' },
      { label: t('Classes today'), path: '/teach', icon: 'done', permission: 'my_classes', module: 'school' },
      { label: t('Meetings'), path: '/meetings', icon: 'calendar', permission: 'meetings:read' },
      { label: t('Schedules'), path: '/schedules', icon: 'schedule', permission: 'schedules:read' },
    ],
  },
  {
    label: t('Giving'),
    items: [
      {
        label: t('Gifts'),
        path: '/contributions',
        except: ['/contributions/new', '/contributions/report', '/contributions/journal'],
        icon: 'gift',
        permission: 'contributions:read',
      },
      { label: t('Record gifts'), path: '/contributions/new', icon: 'record', permission: 'contributions:write' },
      { label: t('Giving report'), path: '/contributions/report', icon: 'report', permission: 'giving_report' },
      { label: t('Journal'), path: '/contributions/journal', icon: 'report', permission: 'journals' },
      { label: t('Statements'), path: '/statements', icon: 'report', permission: 'statements:read' },
      { label: t('Online gifts'), path: '/gifts', icon: 'online', permission: 'gifts:read', module: 'giving' },
      {
        label: t('Offerings of groups'),
        path: '/report-offerings',
        icon: 'gift',
        permission: 'report_offerings',
        module: 'groups',
      },
      { label: t('Funds'), path: '/funds', icon: 'fund', permission: 'funds:read' },
      { label: t('Exchange rates'), path: '/rates', icon: 'rate', permission: 'rates' },
    ],
  },
  {
    label: t('Ministry'),
    items: [
      {
        label: t('Messages'),
        path: '/messages',
        except: ['/messages/inbox', '/messages/units'],
        icon: 'message',
        permission: 'messages:read',
      },
      { label: t('Inbox'), path: '/messages/inbox', icon: 'inbox', permission: 'inbox' },
      { label: t('SMS units'), path: '/messages/units', icon: 'units', permission: 'units' },
    ],
  },
  {
    label: t('Groups'),
    items: [
      {
        label: t('Reports of the week'),
        path: '/reports',
        icon: 'report',
        permission: 'reports_of_week',
        module: 'groups',
      },
    ],
  },
  {
    label: t('Settings'),
    items: [
      { label: t('Church'), path: '/settings/church', icon: 'church', permission: 'church' },
      { label: t('Team'), path: '/settings/team', icon: 'team', permission: 'users' },
      { label: t('Providers'), path: '/settings/providers', icon: 'provider', permission: 'providers' },
      { label: t('API keys'), path: '/settings/keys', icon: 'key', permission: 'keys' },
      { label: t('Webhooks'), path: '/settings/webhooks', icon: 'webhook', permission: 'endpoints' },
      { label: t('Audit log'), path: '/settings/audit', icon: 'audit', permission: 'audit' },
    ],
  },
]

/** Reached from other pages: what is recorded of one meeting, or of a child, is on its page. */
const LINKED = ['/attendances', '/headcounts', '/child_details']

/** The items of resources that have none of their own above, in the groups of their modules. */
function declaredGroups(house: readonly ShownResource[]): NavigationGroup[] {
  const taken = new Set([...LINKED, ...GROUPS.flatMap(({ items }) => items.map(({ path }) => path))])
  const labels = [...new Set(house.map(({ group }) => group))]
  return labels.map(label => ({
    label,
    items: house
      .filter(({ name, group }) => group === label && !taken.has(`/${name}`))
      .map(resource => ({
        label: t(phrasesOf(resource).many),
        path: `/${resource.name}`,
        icon: iconNamed(resource.icon),
        permission: `${resource.name}:read`,
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
