/** Funds and contributions, which every church has. */
import type { Module } from '../../resource/module.ts'
import { givingOperations, givingViews } from './console.ts'
import { contributions } from './contributions.ts'
import { funds } from './funds.ts'

export const givingModule: Module = {
  name: 'core',
  title: 'Contributions',
  core: true,
  resources: [funds, contributions],
  operations: givingOperations,
  views: givingViews,
}
