/** What a module has in the navigation: lists of its resources, and pages of its own. */
import type { IconName } from './icon-name.ts'
import type { Resource } from './resource.ts'

/** A page that is no list of a resource. */
export interface NavigationPage {
  label: string
  /** Within the church: `/settings/team`. */
  path: string
  icon: IconName
  /** Who sees it has this: a scope, or the name of an action or a view. */
  may: string
  /** Under what it stands, where that is not the module's. */
  group?: string
}

/** The list of a resource that stands elsewhere than its module. */
interface ListElsewhere {
  of: Resource
  group: string
}

/** An item: a list of a resource, or a page. */
export type NavigationItem = Resource | ListElsewhere | NavigationPage

/** What people do most, in a bar at the thumb where the screen is narrow: a page, or the form of what they add. */
export interface AtThumb extends Omit<NavigationPage, 'group'> {
  /** Its place: the lower, the more it is done on a phone. A role has the first few of what it may do. */
  rank: number
}

/** An item, as it is shown. */
export interface ShownItem {
  label: string
  path: string
  icon: IconName
}

/** Items that stand under one heading. */
export interface ShownGroup {
  /** Absent where they stand alone. */
  label?: string
  items: readonly ShownItem[]
}
