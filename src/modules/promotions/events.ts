/** What other systems are told of a promotion: one event, which stands for all its memberships. */
import { BY } from '../../events/named.ts'
import { specified } from '../../events/specified.ts'
import { object } from '../../resource/event.ts'

const count = { type: 'integer', minimum: 0 } as const
const text = { type: 'string' } as const

/** It was applied. No `groups.member_added` beside it: `group_members` with `updated_since` has who is where. */
export const promotionApplied = specified(
  'school.promotion_applied',
  object({
    promotion: object({ id: { type: 'integer' }, from_year: text, to_year: text }),
    moved: { ...count, description: 'Pupils who went to another class' },
    graduated: { ...count, description: 'Pupils who left after the last class' },
    stayed: { ...count, description: 'Pupils who stayed in their class' },
    left: { ...count, description: 'Pupils who left for another reason' },
    skipped: { ...count, description: 'Pupils of whom nothing was done, since they had changed class' },
    applied_by: BY,
    applied_at: { ...text, format: 'date-time' },
  }),
)
