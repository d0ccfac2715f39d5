/** Prayer requests, for churches that have the module switched on. */
import { deleted } from '../../resource/forgetting.ts'
import { module } from '../../resource/module.ts'
import { personOf } from '../../resource/person-reference.ts'
import { endedBy } from '../../resource/take-back.ts'
import { prayInDemo } from './demo.ts'
import { answer, CLOSED, close, pray, prayerRequestCreated, prayerRequests } from './prayer-requests.ts'

const toNobody = deleted('They tell what somebody asked for in confidence.', { alsoBy: ['email', 'phone'] })

export const careModule = module({
  name: 'care',
  switch: 'care',
  title: 'Care and prayer',
  about: 'Prayer requests: who asked, how often people prayed, and how it was answered.',
  group: 'Ministry',
  resources: [prayerRequests],
  atThumb: [
    { label: 'New prayer', path: '/prayer_requests/new', icon: 'heart', may: 'prayer_requests:write', rank: 60 },
  ],
  actions: [pray, answer, close],
  events: [prayerRequestCreated],
  namesPeople: { moved: [personOf(prayerRequests, toNobody)] },
  takesBack: [endedBy(prayerRequests, CLOSED)],
  demo: prayInDemo,
})
