/** People and families. */

import { deleted, kept } from '../../resource/forgetting.ts'
import { module } from '../../resource/module.ts'
import { forgetUnknown } from '../church/archive.ts'
import { directory } from './directory.ts'
import { duplicatesFile, duplicatesView, keepApart, refreshDuplicates } from './duplicates.ts'
import { exportPerson } from './export-record.ts'
import { families } from './families.ts'
import { forgetPerson, forgettingView } from './forget.ts'
import { emptyFamilies, emptyRecord } from './forgetting.ts'
import { historyView, moreView } from './history-view.ts'
import { homePeople } from './home.ts'
import { householdCounts, labels } from './labels.ts'
import { mergePeople } from './merge.ts'
import { mergeCounts } from './merge-counts.ts'
import { namesView } from './names-view.ts'
import { people } from './people.ts'
import { removePerson, restorePerson } from './remove.ts'
import { addTag, personTags, removeTag, tagAdded, tagRemoved } from './tags.ts'
import { tagsView } from './tags-view.ts'
import { takeBackFamilies, takeBackPeople } from './take-back.ts'
import { updateFamily } from './update-family.ts'

/** Why it is not told who might be whom. */
const OTHERS = 'it names other people, and only says that they are others'
const COMPARED = 'made anew from the people themselves'
const GONE = 'There is nobody left to compare.'

export const peopleModule = module({
  name: 'people',
  title: 'People',
  resources: [people, families],
  atThumb: [
    { label: 'People', path: '/people', icon: 'person', may: 'people:read', rank: 40 },
    { label: 'New person', path: '/people/new', icon: 'record', may: 'people:write', rank: 50 },
  ],
  actions: [
    removePerson,
    restorePerson,
    addTag,
    removeTag,
    mergePeople,
    keepApart,
    refreshDuplicates,
    updateFamily,
    exportPerson,
    forgetPerson,
  ],
  takesBack: [takeBackPeople, takeBackFamilies],
  events: [tagAdded, tagRemoved],
  views: [
    namesView,
    tagsView,
    duplicatesView,
    duplicatesFile,
    mergeCounts,
    historyView,
    forgettingView,
    moreView,
    homePeople,
    householdCounts,
    directory,
    labels,
  ],
  namesPeople: {
    moved: [personTags],
    stays: [
      {
        table: 'people',
        columns: ['merged_into_id'],
        because: 'the merge itself keeps it true',
        words: { one: 'earlier record', many: 'earlier records' },
        forgotten: emptyRecord,
      },
      {
        table: 'person_history',
        columns: ['person_id', 'other_id'],
        because: 'it tells of each record',
        words: { one: 'change', many: 'changes' },
        forgotten: deleted('They hold what the record said before.'),
      },
      {
        table: 'not_duplicates',
        columns: ['person_id', 'other_id'],
        because: 'it was said of these records',
        untold: OTHERS,
        forgotten: deleted(GONE),
      },
      {
        table: 'likely_duplicates',
        columns: ['person_id', 'other_id'],
        because: COMPARED,
        untold: COMPARED,
        forgotten: deleted(GONE),
      },
      {
        table: 'compared_keys',
        columns: ['person_id'],
        because: COMPARED,
        untold: COMPARED,
        forgotten: deleted(GONE),
      },
      {
        table: 'compared_people',
        columns: ['person_id'],
        because: COMPARED,
        untold: COMPARED,
        forgotten: kept('It says how far all people were compared, and nothing of anybody.'),
      },
    ],
  },
  copiesPeople: [emptyFamilies],
  details: [
    { table: 'person_history', columns: ['person_id'], of: 'people' },
    { table: 'likely_duplicates', columns: ['person_id', 'other_id'], of: 'people' },
    { table: 'compared_keys', columns: ['person_id'], of: 'people' },
  ],
  archive: {
    leftOut: { likely_duplicates: COMPARED, compared_keys: COMPARED, compared_people: COMPARED },
    arrives: { people: forgetUnknown },
  },
})
