/** What head counts of a church are asked for by. */
import { view } from '../../resource/action.ts'
import { within } from '../../resource/roles.ts'
import { categoriesOf } from './record-counts.ts'
import { SEE_MEETINGS } from './sight.ts'

export const categoriesView = view({
  name: 'headcount_categories',
  may: within(SEE_MEETINGS),
  fields: {},
  run: async ({ read }, { church }) => ({ categories: await categoriesOf(read, church.id) }),
})
