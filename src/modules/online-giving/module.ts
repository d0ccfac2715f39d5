/** Giving: online gifts, which a church may switch on. */
import { module } from '../../resource/module.ts'
import { personOf } from '../../resource/person-reference.ts'
import { giftsOperations, giftsViews } from './console.ts'
import { gifts } from './gifts.ts'
import { GIVING } from './giving-route.ts'
import { serveGifts } from './serve.ts'

export const giftsModule = module({
  name: GIVING,
  title: 'Giving',
  serve: serveGifts,
  core: false,
  resources: [gifts],
  operations: giftsOperations,
  views: giftsViews,
  namesPeople: { moved: [personOf(gifts)] },
})
