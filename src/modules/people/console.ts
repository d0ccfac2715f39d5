/** What the console does with people, beyond the API. Merging, which all modules have a part in, is in src/console. */
import { operation, view } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { compareChanged } from './compare.ts'
import { type Compared, findDuplicates, keepApart } from './duplicates.ts'
import { authorOf } from './history.ts'
import { readHistory, readMore } from './history-view.ts'
import { namesView } from './names-view.ts'
import { removePerson } from './remove.ts'
import { restorePerson } from './restore.ts'
import { addTag, LONGEST_TAG, removeTag } from './tags.ts'
import { listTags } from './tags-view.ts'
import { familyChanges, updateFamily } from './update-family.ts'
import { visibleTo } from './visible-person.ts'

const one = { id: field.ref().required() }
const tagged = { ...one, tag: field.text(LONGEST_TAG).required() }

const removePersonOperation = operation({
  name: 'people.remove',
  fields: one,
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    return await removePerson(database, caller.church, id, authorOf(caller), visibleTo(caller))
  },
})

const restorePersonOperation = operation({
  name: 'people.restore',
  fields: one,
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    return await restorePerson(database, caller.church, id, authorOf(caller), visibleTo(caller))
  },
})

const addTagOperation = operation({
  name: 'people.add_tag',
  fields: tagged,
  stepUp: false,
  async run({ database }, caller, { id = 0, tag = '' }) {
    return await addTag(database, caller.church, id, tag, authorOf(caller), visibleTo(caller))
  },
})

const removeTagOperation = operation({
  name: 'people.remove_tag',
  fields: tagged,
  stepUp: false,
  async run({ database }, caller, { id = 0, tag = '' }) {
    return await removeTag(database, caller.church, id, tag, authorOf(caller), visibleTo(caller))
  },
})

const notDuplicatesOperation = operation({
  name: 'people.not_duplicates',
  fields: { a: field.ref().required(), b: field.ref().required() },
  stepUp: false,
  target: ({ a, b }) => `${a}, ${b}`,
  async run({ database }, caller, { a = 0, b = 0 }) {
    await keepApart(database, caller, a, b)
    return JSON.stringify({ a, b })
  },
})

const updateFamilyOperation = operation({
  name: 'families.update',
  fields: { ...one, ...familyChanges },
  stepUp: false,
  run: ({ database }, caller, { id = 0, ...change }) => updateFamily(database, caller, id, change),
})

/** Finds the pairs that the view shows: nothing of the church is changed. */
const refreshDuplicatesOperation = operation({
  name: 'duplicates.refresh',
  fields: {},
  stepUp: false,
  reads: true,
  async run({ database }, { church }) {
    const done: Compared = { complete: await compareChanged(database, church.id) }
    return JSON.stringify(done)
  },
})

const tagsView = view({
  name: 'tags',
  fields: {},
  run: async ({ database }, caller) => JSON.stringify(await listTags(database, caller)),
})

const duplicatesView = view({
  name: 'duplicates',
  fields: { page: field.integer(1, 1_000).settable() },
  run: async ({ database }, caller, { page = 1 }) => JSON.stringify(await findDuplicates(database, caller, page)),
})

const historyView = view({
  name: 'person_history',
  fields: { ...one, before: field.ref().settable() },
  run: async ({ database }, caller, { id = 0, before }) =>
    JSON.stringify(await readHistory(database, caller, id, before)),
})

const moreView = view({
  name: 'person_more',
  fields: one,
  run: async ({ database }, caller, { id = 0 }) => JSON.stringify(await readMore(database, caller, id)),
})

export const peopleOperations = [
  removePersonOperation,
  restorePersonOperation,
  addTagOperation,
  removeTagOperation,
  notDuplicatesOperation,
  refreshDuplicatesOperation,
  updateFamilyOperation,
]
export const peopleViews = [namesView, tagsView, duplicatesView, historyView, moreView]
