/** What a group has below its drawn page. */
import type { AnyRecord } from '../house/house.ts'
import { GroupChildren } from './group-children.tsx'
import { GroupFiles } from './group-files.tsx'
import { GroupLeaders } from './group-leaders.tsx'
import { GroupLinks } from './group-links.tsx'
import { GroupPosts } from './group-posts.tsx'
import { PublicGroup } from './public-groups.tsx'

/** @param record a group */
export const BelowGroup = ({ record }: { record: AnyRecord }) => (
  <>
    <PublicGroup record={record} />
    <GroupPosts record={record} />
    <GroupFiles record={record} />
    <GroupChildren record={record} />
    <GroupLeaders record={record} />
    <GroupLinks record={record} />
  </>
)
