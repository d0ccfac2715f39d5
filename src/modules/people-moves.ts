/** What points at people, module by module: what a merge has to move, and what is counted before it. */
import { movePrayerRequests } from './care/move-prayer-requests.ts'
import { moveGifts } from './contributions/move-gifts.ts'
import { moveMessages } from './messaging/move-messages.ts'
import { moveOnlineGifts } from './online-giving/move-gifts.ts'
import { moveTags } from './people/tags.ts'

export const MOVES = [moveGifts, moveOnlineGifts, moveMessages, movePrayerRequests, moveTags] as const

/** A table whose records a merge moves. */
export type MovedTable = (typeof MOVES)[number]['tables'][number]['table']

/**
 * What refers to people and stays with the record it speaks of: its history, and who was said to be somebody else.
 * `people` itself refers to the record that another was merged into, which merging keeps true.
 */
export const STAYS = ['people', 'person_history', 'not_duplicates'] as const
