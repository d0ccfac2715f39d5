/** The column of what names a group by its `group_id`: what the group is called. */
export const GROUP_NAME = '(select g.name from groups g where g.church_id = t.church_id and g.id = t.group_id)'
