/** Envelopes by number, which every church may give out. */
import { module } from '../../resource/module.ts'
import { familyOf } from '../../resource/person-reference.ts'
import { giveOutInDemo } from './demo.ts'
import { envelopes } from './envelopes.ts'
import { envelopesOfFamilies, peopleOfEnvelopes, takeBackEnvelopes } from './people-of-envelopes.ts'
import { envelopeOwnerView, rollOver } from './roll-over.ts'

export const envelopesModule = module({
  name: 'envelopes',
  title: 'Envelopes',
  group: 'Giving',
  resources: [envelopes],
  actions: [rollOver],
  views: [envelopeOwnerView],
  namesPeople: peopleOfEnvelopes,
  namesFamilies: [familyOf(envelopes)],
  copiesPeople: [envelopesOfFamilies],
  takesBack: [takeBackEnvelopes],
  demo: giveOutInDemo,
})
