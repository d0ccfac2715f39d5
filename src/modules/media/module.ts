/** Sermons, for churches that have the module switched on. */
import type { Module } from '../../resource/module.ts'
import { mediaOperations, mediaViews } from './console.ts'
import { sermons } from './sermons.ts'

export const mediaModule: Module = {
  name: 'media',
  title: 'Media',
  core: false,
  resources: [sermons],
  operations: mediaOperations,
  views: mediaViews,
}
