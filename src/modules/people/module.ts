/** People and families. */
import type { Module } from '../../resource/module.ts'
import { peopleOperations, peopleViews } from './console.ts'
import { families } from './families.ts'
import { people } from './people.ts'

export const peopleModule: Module = {
  name: 'core',
  title: 'People',
  core: true,
  resources: [people, families],
  operations: peopleOperations,
  views: peopleViews,
}
