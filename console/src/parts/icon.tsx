/** The icons by what they stand for. All are decoration: words stand beside them. */
import {
  IconArrowsExchange,
  IconBook2,
  IconBuildingChurch,
  IconCalendar,
  IconChartBar,
  IconCheck,
  IconChevronDown,
  IconChevronLeft,
  IconChevronRight,
  IconChevronUp,
  IconClipboardCheck,
  IconClipboardList,
  IconCreditCard,
  IconDeviceMobileMessage,
  IconDots,
  IconFileImport,
  IconFilter,
  IconGift,
  IconHeart,
  IconHelp,
  IconHome,
  IconInbox,
  IconKey,
  IconMenu2,
  IconMessage,
  IconMinus,
  IconPencil,
  IconPigMoney,
  IconPlug,
  IconPlus,
  IconRepeat,
  IconSearch,
  IconSitemap,
  IconUserCog,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  IconWifiOff,
  IconX,
} from '@tabler/icons-react'
import type { IconName as DeclaredIcon } from '../../../src/resource/icon-name.ts'

// Named one by one, so that no other icon of the library is sent.
const ICONS = {
  home: IconHome,
  more: IconDots,
  done: IconCheck,
  person: IconUsers,
  family: IconUsersGroup,
  branch: IconSitemap,
  gift: IconGift,
  record: IconPlus,
  fund: IconPigMoney,
  online: IconCreditCard,
  rate: IconArrowsExchange,
  report: IconChartBar,
  message: IconMessage,
  inbox: IconInbox,
  units: IconDeviceMobileMessage,
  heart: IconHeart,
  help: IconHelp,
  calendar: IconCalendar,
  attendance: IconClipboardCheck,
  schedule: IconRepeat,
  plus: IconPlus,
  minus: IconMinus,
  sermon: IconBook2,
  key: IconKey,
  webhook: IconWebhook,
  church: IconBuildingChurch,
  team: IconUserCog,
  provider: IconPlug,
  audit: IconClipboardList,
  import: IconFileImport,
  search: IconSearch,
  menu: IconMenu2,
  down: IconChevronDown,
  up: IconChevronUp,
  left: IconChevronLeft,
  right: IconChevronRight,
  close: IconX,
  edit: IconPencil,
  filter: IconFilter,
  offline: IconWifiOff,
} satisfies Record<DeclaredIcon, unknown> & Record<string, unknown>

/** Names of the icons: those that declarations name, and what buttons show. */
export type IconName = keyof typeof ICONS

/** Icons that point along the line. */
const ALONG: readonly IconName[] = ['left', 'right']

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  const Drawing = ICONS[name]
  return <Drawing aria-hidden size={size} stroke={1.7} {...(ALONG.includes(name) && { className: 'along' })} />
}
