/** What a church knows of its children beside their records: notes, photos, whom to call. */
import { module } from '../../resource/module.ts'
import { readCareNote, sealedCareNotes, setCareNote } from './care-note.ts'
import { childDetails } from './child-details.ts'
import { groupChildren } from './children-of-group.ts'
import { childrenInDemo } from './demo.ts'
import { childView, setDetails } from './of-person.ts'
import { peopleOfDetails } from './people-of-details.ts'
import { takeBackDetails } from './take-back.ts'

export const childDetailsModule = module({
  name: 'child-details',
  title: 'Children',
  group: 'People',
  resources: [childDetails],
  navigation: [],
  actions: [setDetails, setCareNote, readCareNote],
  views: [childView, groupChildren],
  namesPeople: peopleOfDetails,
  takesBack: [takeBackDetails],
  demo: childrenInDemo,
  archive: { sealed: [sealedCareNotes] },
})
