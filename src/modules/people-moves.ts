/** What points at people, module by module: what a merge has to move. */
import { movePrayerRequests } from './care/move-prayer-requests.ts'
import { moveOnlineGifts } from './gifts/move-gifts.ts'
import { moveGifts } from './giving/move-gifts.ts'
import { moveMessages } from './messaging/move-messages.ts'
import type { MovePerson } from './people/merge.ts'
import { moveTags } from './people/tags.ts'

export const MOVES: readonly MovePerson[] = [moveGifts, moveOnlineGifts, moveMessages, movePrayerRequests, moveTags]
