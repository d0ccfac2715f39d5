/** Prayer requests, for churches that have the module switched on. */
import type { Module } from '../../resource/resource.ts'
import { careOperations, careViews } from './console.ts'
import { prayerRequests } from './prayer-requests.ts'

export const careModule: Module = {
  name: 'care',
  title: 'Care and prayer',
  core: false,
  resources: [prayerRequests],
  operations: careOperations,
  views: careViews,
}
