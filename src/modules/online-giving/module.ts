/** Giving: online gifts, which a church may switch on. */
import type { Module } from '../../resource/module.ts'
import { giftsOperations, giftsViews } from './console.ts'
import { gifts } from './gifts.ts'

export const giftsModule: Module = {
  name: 'giving',
  title: 'Giving',
  core: false,
  resources: [gifts],
  operations: giftsOperations,
  views: giftsViews,
}
