/** Pages without an account that givers come to, and whoever looks for a group. */
import { createFund } from '../../src/modules/contributions/create-fund.ts'
import { createCampaign } from '../../src/modules/pledges/keep-campaign.ts'
import { pledgeLink } from '../../src/modules/pledges/link.ts'
import { issueOne } from '../../src/modules/statements/issue.ts'
import { sendStatement } from '../../src/modules/statements/send.ts'
import { freshLink, statementLink } from '../../src/modules/statements/send-link.ts'
import type { GivingChurch, GivingService } from './giving.ts'
import { beginRecurring, giverPath } from './recurring.ts'
import { made, signedAddress } from './volunteer-links.ts'

interface GivingLinks {
  /** Id of the recurring gift of `giver`. */
  recurring: number
  /** What the statement of `statement` is called. */
  statementNumber: string
  links: Record<string, string>
}

/** Makes what givers are sent links of. @returns the addresses by what they are for */
export async function givingLinks(service: GivingService, church: GivingChurch): Promise<GivingLinks> {
  const days = { starts_on: '2027-01-01', ends_on: '2027-12-31', is_public: true }
  for (const name of ['New roof', 'School bus']) {
    const { id: fund_id } = await church.act(createFund, { name })
    await church.act(createCampaign, { name, fund_id, ...days })
  }
  const [{ id: campaign_id }] = (await church.send('GET', '/pledge_campaigns')).json.data
  const named = { first_name: 'Ada', last_name: 'Obi', email: 'ada@example.org', dob: '1980-02-29' }
  const { id: person_id } = await made(church, '/people', named)
  const pledge = await made(church, '/pledges', { campaign_id, person_id, amount: 1_200_000, frequency: 'monthly' })
  await made(church, '/contributions', { person_id, amount: 150_050, given_on: '2026-12-01' })
  const statement = await church.act(issueOne, { person_id, year: 2026 })
  await church.act(sendStatement, { id: statement.id })
  const giver = { name: 'Bola Ade', email: 'bola@example.org' }
  const recurring = await beginRecurring(service, church, 'development', giver)
  const of = church.church.slug
  return {
    recurring,
    statementNumber: statement.number,
    links: {
      give: `${service.url}/give/${of}`,
      'give again and again': `${service.url}/give/${of}?frequency=monthly&amount=50`,
      'lost link': `${service.url}/give/${of}/manage`,
      giver: await giverPath(service, church, recurring),
      campaigns: `${service.url}/pledge/${of}`,
      campaign: `${service.url}/pledge/${of}/${campaign_id}`,
      pledge: await signedAddress(service, church, pledgeLink, pledge.id),
      statement: await signedAddress(service, church, statementLink, statement.id),
      'statement at once': await signedAddress(service, church, freshLink, statement.id),
      verify: `${service.url}/verify/${of}?number=${statement.number}`,
      groups: `${service.url}/groups/${of}`,
      nothing: `${service.url}/give/nobody`,
    },
  }
}
