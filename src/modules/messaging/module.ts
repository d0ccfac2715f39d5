/** Messages, which every church can send. */
import { module } from '../../resource/module.ts'
import { personIn, personOf } from '../../resource/person-reference.ts'
import { messagingOperations, messagingViews } from './console.ts'
import { messages } from './messages.ts'
import { batchTurns } from './move-turns.ts'
import { serveMessages } from './serve.ts'

export const messagingModule = module({
  name: 'core',
  title: 'Messages',
  serve: serveMessages,
  core: true,
  resources: [messages],
  operations: messagingOperations,
  views: messagingViews,
  namesPeople: {
    moved: [personOf(messages), batchTurns, personIn('inbox', 'messages'), personIn('devices', 'messages')],
  },
})
