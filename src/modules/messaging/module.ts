/** Messages, which every church can send. */

import { module } from '../../resource/module.ts'
import { personIn, personOf } from '../../resource/person-reference.ts'
import { messagesInArchive } from './archive.ts'
import { openChannels } from './channels-view.ts'
import { writeInDemo } from './demo.ts'
import { deviceRegistered, inboxReceived, unsubscribed } from './events.ts'
import { devicesForgotten, inboxForgotten, messageCopies, messagesForgotten } from './forgetting.ts'
import { homeMessages } from './home.ts'
import { inbox, inboxFile } from './inbox.ts'
import { message, messages } from './messages.ts'
import { batchTurns } from './move-turns.ts'
import { providers, removeAccount, setAccount, testAccount } from './provider-actions.ts'
import { serveMessages } from './serve.ts'
import { noteUnits, units, unitsFile } from './units-book.ts'
import {
  batch,
  batches,
  batchesFile,
  batchReceivers,
  batchReceiversFile,
  preview,
  sendTo,
  stop,
} from './write-to-many.ts'

export const messagingModule = module({
  name: 'messaging',
  title: 'Messages',
  serve: serveMessages,
  resources: [messages],
  navigation: [
    messages,
    { label: 'Inbox', path: '/messages/inbox', icon: 'inbox', may: inbox.name },
    { label: 'SMS units', path: '/messages/units', icon: 'units', may: units.name },
    { label: 'Providers', path: '/settings/providers', icon: 'provider', may: providers.name, group: 'Settings' },
  ],
  actions: [sendTo, stop, noteUnits, setAccount, removeAccount, testAccount],
  views: [
    message,
    openChannels,
    preview,
    batch,
    batches,
    batchesFile,
    batchReceivers,
    batchReceiversFile,
    inbox,
    inboxFile,
    units,
    unitsFile,
    providers,
    homeMessages,
  ],
  events: [inboxReceived, unsubscribed, deviceRegistered],
  namesPeople: {
    moved: [
      personOf(messages, messagesForgotten),
      batchTurns,
      personIn('inbox', 'messages', { one: 'inbox message', many: 'inbox messages' }, inboxForgotten),
      personIn('devices', 'messages', { one: 'device', many: 'devices' }, devicesForgotten),
    ],
  },
  copiesPeople: messageCopies,
  details: [{ table: 'devices', columns: ['person_id'], of: 'people' }],
  archive: messagesInArchive,
  demo: writeInDemo,
})
