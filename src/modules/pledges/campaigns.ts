/** Campaigns that pledges are made for: read by the API, kept in the console and by the command line (decision 0029). */
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Church } from '../../resource/caller.ts'
import { changedSince, described, flag, id, oneOf } from '../../resource/filter.ts'
import type { NamedInFiles } from '../../resource/in-files.ts'
import { resource } from '../../resource/resource.ts'
import { churchWide, FINANCE } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'
import { CAMPAIGN_STATUSES, campaignFields } from './campaign-fields.ts'

/** A campaign belongs to the whole church, as its fund does. */
export const MAY_RUN_CAMPAIGNS = churchWide(FINANCE)

interface NamedCampaign {
  id: number
  name: string
}

const openCampaigns = (db: Db, { id: church }: Church): Promise<NamedCampaign[]> =>
  db.all<NamedCampaign>(
    sql`select id, name from pledge_campaigns where church_id = ${church} and status = 'open' order by id`,
  )

/** How files name a campaign: by its name, without case. Of several open ones with one name it has to be the id. */
const campaignInFiles: NamedInFiles = {
  columns: ['campaign'],
  written: 'name',
  async finder(db, church) {
    const campaigns = await openCampaigns(db, church)
    return ({ texts }, problems) => {
      const wanted = texts.get('campaign')?.toLowerCase()
      const [found, another] = campaigns.filter(({ name }) => name.toLowerCase() === wanted)
      if (found === undefined) problems.add('campaign', because('names no open campaign'))
      else if (another !== undefined) problems.add('campaign', because('names several open campaigns: use campaign_id'))
      else return { id: found.id, branch_id: null }
      return undefined
    }
  },
}

export const pledgeCampaigns = resource({
  name: 'pledge_campaigns',
  explained: {
    says: 'What the church collects promises for, such as a new roof. You see what was promised, what was given, and what is still expected.',
    chapter: 'entering-gifts',
  },
  singular: 'PledgeCampaign',
  words: { one: 'campaign', many: 'campaigns', added: 'Added a pledge campaign' },
  may: { read: FINANCE },
  icon: 'fund',
  command: 'campaign',
  title: 'name',
  found: { part: 'search', by: [['fund_name']] },
  page: [
    { title: 'Campaign', fields: ['description', 'fund_id', 'goal_amount', 'starts_on', 'ends_on'] },
    { title: 'More', fields: ['is_public', 'reminds', 'closed_at', 'id'] },
  ],
  limitTo: null,
  fields: campaignFields,
  list: {
    columns: ['name', 'fund_name', 'starts_on', 'ends_on', 'goal_amount', 'status'],
    terminal: ['name', 'fund_name', 'starts_on', 'ends_on', 'status', 'is_public'],
    filters: {
      status: described(
        'One status',
        oneOf(CAMPAIGN_STATUSES, wanted => sql`status = ${wanted}`),
      ),
      fund_id: described(
        'One fund',
        id(fund => sql`fund_id = ${fund}`),
      ),
      public: described(
        '1 for those on the public page, 0 for others',
        flag(wanted => sql`is_public = ${wanted}`),
      ),
      updated_since: changedSince(sql`updated_at`),
    },
    sorts: [],
    doc: 'Campaigns that pledges are made for, oldest first',
  },
  one: { doc: 'One campaign' },
  related: [{ of: 'pledges', by: 'campaign_id', columns: ['person_id', 'amount', 'given', 'percent', 'status'] }],
  inFiles: campaignInFiles,
})
