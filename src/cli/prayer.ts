/** prayer list, show, pray, answer, close. */
import { careModule } from '../modules/care/module.ts'
import { prayerRequests } from '../modules/care/prayer-requests.ts'
import { resourceCommands } from './resource.ts'

export const addPrayer = resourceCommands(prayerRequests, careModule.actions ?? [])
