/** Webhooks: the endpoints of a church that are told of its events, and the log of what was sent to them. */
import { module } from '../resource/module.ts'
import { webhooksInArchive } from './archive.ts'
import {
  catalogueView,
  deliveriesFile,
  deliveriesView,
  deliveryView,
  endpointsFile,
  endpointsView,
  endpointView,
  healthView,
} from './console-views.ts'
import { createEndpoint, deleteEndpoint, revealSecret, rotateSecret, updateEndpoint } from './endpoints.ts'
import { eventsForgotten } from './forgetting.ts'
import { homeWebhooks } from './home.ts'
import { redeliver, redeliverSince, sendTest } from './send-again.ts'
import { pauseEndpoint, resumeEndpoint, switchOffEndpoint } from './switch-endpoint.ts'

export const webhooksModule = module({
  name: 'webhooks',
  title: 'Webhooks',
  group: 'Settings',
  resources: [],
  navigation: [{ label: 'Webhooks', path: '/settings/webhooks', icon: 'webhook', may: endpointsView.name }],
  actions: [
    createEndpoint,
    updateEndpoint,
    pauseEndpoint,
    resumeEndpoint,
    switchOffEndpoint,
    rotateSecret,
    revealSecret,
    deleteEndpoint,
    sendTest,
    redeliver,
    redeliverSince,
  ],
  views: [
    endpointsView,
    endpointsFile,
    endpointView,
    healthView,
    deliveriesView,
    deliveriesFile,
    deliveryView,
    catalogueView,
    homeWebhooks,
  ],
  tones: { active: 'teal', paused: 'yellow', pending: 'yellow', retrying: 'orange', delivered: 'teal', failed: 'red' },
  copiesPeople: [eventsForgotten],
  archive: webhooksInArchive,
})
