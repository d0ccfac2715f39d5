/** What points at people, module by module: what a merge has to move. */
import { movePrayerRequests } from './care/move-prayer-requests.ts'
import { moveOnlineGifts } from './gifts/move-gifts.ts'
import { moveGifts } from './giving/move-gifts.ts'
import { moveMessages } from './messaging/move-messages.ts'
import type { MovePerson } from './people/merge.ts'

export const MOVES: readonly MovePerson[] = [moveGifts, moveOnlineGifts, moveMessages, movePrayerRequests]
