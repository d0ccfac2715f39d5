/** Moving up at the end of a school year. */
import { module } from '../../resource/module.ts'
import { applyPromotion } from './apply.ts'
import { promoteInDemo } from './demo.ts'
import { discardPromotion, draftPromotion } from './draft.ts'
import { promotionApplied } from './events.ts'
import { setGraduates, setMoves } from './exceptions.ts'
import { peopleOfPromotions } from './people-of-promotions.ts'
import { promotions } from './promotions.ts'
import { promotionView } from './shown.ts'
import { undoPromotion } from './undo.ts'

export const promotionsModule = module({
  name: 'promotions',
  switch: 'school',
  title: 'Sunday school',
  standsOn: ['groups'],
  resources: [promotions],
  actions: [applyPromotion, setGraduates, undoPromotion, discardPromotion, draftPromotion, setMoves],
  views: [promotionView],
  events: [promotionApplied],
  namesPeople: peopleOfPromotions,
  demo: promoteInDemo,
})
