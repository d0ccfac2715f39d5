/** The core: the church itself and what every church has. */
import type { Module } from '../../resource/module.ts'
import { branches } from './branches.ts'
import { churchOperations, churchViews } from './console.ts'

export const church: Module = {
  name: 'core',
  title: 'Core',
  core: true,
  resources: [branches],
  operations: churchOperations,
  views: churchViews,
}
