/** People and families. */
import type { Module } from '../../resource/resource.ts'
import { families } from './families.ts'
import { people } from './people.ts'

export const peopleModule: Module = {
  name: 'core',
  title: 'People',
  core: true,
  resources: [people, families],
  events: {
    'person.created': { title: 'Person created', when: 'a person was added' },
    'person.updated': { title: 'Person updated', when: "a person's details changed (previous has old values)" },
    'person.deleted': { title: 'Person removed', when: 'a person was removed' },
    'person.merging': { title: 'People being merged', when: 'two duplicate records are about to be merged' },
    'person.merged': { title: 'People merged', when: 'two duplicate records were merged' },
    'people.imported': { title: 'People imported', when: 'people were imported from a file' },
    'imports.completed': { title: 'Import completed', when: 'an import of people or gifts was completed' },
    'person.status_changed': { title: 'Status changed', when: "a person's status changed" },
  },
}
