/** Giving: online gifts, which a church may switch on. */
import { module } from '../../resource/module.ts'
import { personOf } from '../../resource/person-reference.ts'
import { giftsOperations, giftsViews } from './console.ts'
import { gifts } from './gifts.ts'

export const giftsModule = module({
  name: 'giving',
  title: 'Giving',
  core: false,
  resources: [gifts],
  operations: giftsOperations,
  views: giftsViews,
  namesPeople: { moved: [personOf(gifts)] },
})
