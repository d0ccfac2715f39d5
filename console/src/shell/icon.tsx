/** The icons: drawn here, so that nothing is loaded for them. All are decoration; words stand beside them. */

const PATHS = {
  home: 'M4 11.500 12 5l8 6.500V20h-5.500v-5h-5v5H4z',
  done: 'm5 12.500 4.500 4.500L19 7.500',
  people:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 9c0-3.5 2.5-6 6-6s6 2.5 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5m2 3.5c2 .7 3 2.800 3 5.500',
  family: 'M4 11 12 4l8 7M6 9.500V20h12V9.500M10 20v-5h4v5',
  branch: 'M12 4v6M6 20v-5h12v5M12 10v5M10 4h4v3h-4zM4 20h4M16 20h4',
  gift: 'M4 10h16v10H4zM3 6.500h18V10H3zM12 6.500V20M12 6.500C10 2 5.500 3 7 6.500M12 6.500C14 2 18.500 3 17 6.500',
  record: 'M12 5v14M5 12h14',
  fund: 'M4 8c0-2 3.500-3.500 8-3.500S20 6 20 8s-3.500 3.500-8 3.500S4 10 4 8Zm0 0v8c0 2 3.500 3.500 8 3.500s8-1.500 8-3.500V8M4 12c0 2 3.500 3.500 8 3.500s8-1.500 8-3.500',
  online: 'M3 6h18v12H3zM3 10h18M7 15h4',
  rate: 'M5 8h13m-4-4 4 4-4 4M19 16H6m4-4-4 4 4 4',
  message: 'M4 5h16v11H9l-5 4z',
  inbox: 'M4 13 7 5h10l3 8v6H4zM4 13h5l1.500 2.500h3L15 13h5',
  units: 'M7 3h10v18H7zM11 18h2M10 7h4M10 10.500h4',
  prayer: 'M12 20s-7-4.500-7-10a4 4 0 0 1 7-2.500A4 4 0 0 1 19 10c0 5.500-7 10-7 10Z',
  sermon: 'M12 6c-2-1.500-4.500-2-8-2v14c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2V4c-3.500 0-6 .5-8 2Zm0 0v14',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h9v4M17 11v3',
  webhook:
    'M12 12 8.500 18M12 12a3.500 3.500 0 1 0-3-1.800M12 12M15.500 18h-7M5.800 14.500a3.500 3.500 0 1 0 2.700 3.500M15.500 18a3.500 3.500 0 1 0 1.200-2.600L13 9',
  church: 'M12 3v5M10 5h4M12 8l-5 4v8h10v-8zM7 14l-3 2v4h3M17 14l3 2v4h-3M11 20v-3h2v3',
  team: 'M12 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6Zm-6 10c0-3.500 2.500-6 6-6s6 2.500 6 6M18 6v4M16 8h4',
  provider: 'M9 4v5M15 4v5M6 9h12v3a6 6 0 0 1-12 0zM12 18v3',
  audit: 'M6 4h9l4 4v12H6zM9 11h7M9 15h7M9 7h3',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm5-1.500L20 20',
  menu: 'M4 7h16M4 12h16M4 17h16',
  down: 'm7 10 5 5 5-5',
  up: 'm7 14 5-5 5 5',
  left: 'm14 6-6 6 6 6',
  right: 'm10 6 6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  filter: 'M4 6h16M7 12h10M10 18h4',
  light:
    'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600 7 7M17 17l1.400 1.400M5.600 18.400 7 17M17 7l1.400-1.400',
} as const

export type IconName = keyof typeof PATHS

/** The icon of a name that a declaration gives. */
export const iconNamed = (name: string): IconName => (Object.hasOwn(PATHS, name) ? (name as IconName) : 'record')

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
