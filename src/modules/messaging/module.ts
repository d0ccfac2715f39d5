/** Messages, which every church can send. */
import type { Module } from '../../resource/module.ts'
import { messagingOperations, messagingViews } from './console.ts'
import { messages } from './messages.ts'

export const messagingModule: Module = {
  name: 'core',
  title: 'Messages',
  core: true,
  resources: [messages],
  operations: messagingOperations,
  views: messagingViews,
}
