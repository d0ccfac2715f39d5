/** Messages, which every church can send. */
import type { Module } from '../../resource/module.ts'
import { messagingOperations, messagingViews } from './console.ts'
import { messages } from './messages.ts'
import { serveMessages } from './serve.ts'

export const messagingModule: Module = {
  name: 'core',
  title: 'Messages',
  serve: serveMessages,
  core: true,
  resources: [messages],
  operations: messagingOperations,
  views: messagingViews,
}
