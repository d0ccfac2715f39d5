/** What head counts of a church are asked for by. */
import { view } from '../../resource/action.ts'
import { READERS, within } from '../../resource/roles.ts'
import { categoriesOf } from './record-counts.ts'

export const categoriesView = view({
  name: 'headcount_categories',
  may: within(READERS),
  fields: {},
  run: async ({ read }, { church }) => ({ categories: await categoriesOf(read, church.id) }),
})
