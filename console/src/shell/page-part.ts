/** Pages that are made of parts of several modules. */
import type { ComponentType } from 'react'
import type { Permission } from '../api/offers.ts'

/** A part of such a page, which says itself who sees it. */
export interface PagePart<Props extends object = object> {
  /** What one needs to see it; a part without it asks by itself. */
  needs?: Permission
  /** Of the whole church: not for whom a branch limits. */
  ofChurch?: true
  Part: ComponentType<Props>
}
