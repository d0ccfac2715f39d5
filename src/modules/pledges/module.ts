/** Pledges and the campaigns that they are made for. They go on and off with giving. */
import { module } from '../../resource/module.ts'
import { familyOf } from '../../resource/person-reference.ts'
import { campaignView, remindCampaign } from './campaign-view.ts'
import { pledgeCampaigns } from './campaigns.ts'
import { pledgeInDemo } from './demo.ts'
import { closeCampaign, createCampaign, reopenCampaign, updateCampaign } from './keep-campaign.ts'
import { PLEDGES } from './link.ts'
import { pledgeLinkRoute } from './link-route.ts'
import { pledgeCreated } from './make-pledge.ts'
import { peopleOfPledges, pledgeCopies } from './people-of-pledges.ts'
import { personPledgesView, pledgeGiversView } from './person-pledges.ts'
import { cancelPledge, linkPledge, remindPledge, setGivers, updatePledge } from './pledge-actions.ts'
import { forgetPledgeSenders, pledgeRoute } from './pledge-route.ts'
import { pledges } from './pledges.ts'
import { campaignsDue } from './remind-behind.ts'
import { takeBackPledges } from './take-back.ts'

const HOUR_MS = 3_600_000

export const pledgesModule = module({
  name: 'pledges',
  switch: PLEDGES,
  title: 'Online giving',
  group: 'Giving',
  resources: [pledgeCampaigns, pledges],
  actions: [
    createCampaign,
    updateCampaign,
    remindCampaign,
    closeCampaign,
    reopenCampaign,
    remindPledge,
    updatePledge,
    linkPledge,
    setGivers,
    cancelPledge,
  ],
  views: [campaignView, personPledgesView, pledgeGiversView],
  events: [pledgeCreated],
  namesPeople: peopleOfPledges,
  namesFamilies: [familyOf(pledges)],
  copiesPeople: pledgeCopies,
  takesBack: [takeBackPledges],
  agenda: [campaignsDue],
  archive: { sums: [{ table: 'pledges', by: ['campaign_id', 'currency', 'status'], of: ['amount', 'amount_base'] }] },
  demo: pledgeInDemo,
  serve: parts => ({
    publicRoutes: [pledgeRoute(parts), pledgeLinkRoute(parts)],
    jobs: [{ every: HOUR_MS, run: () => forgetPledgeSenders(parts) }],
  }),
})
