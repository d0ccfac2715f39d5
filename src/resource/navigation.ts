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
  items: ShownItem[]
}
