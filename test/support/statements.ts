/** Statements of giving as tests issue and read them. */
import assert from 'node:assert/strict'
import { HOUSE } from '../../src/house.ts'
import { createFund } from '../../src/modules/contributions/create-fund.ts'
import { MODULES } from '../../src/modules/index.ts'
import { createCampaign } from '../../src/modules/pledges/keep-campaign.ts'
import type { Figures } from '../../src/modules/statements/figures.ts'
import { issueAll } from '../../src/modules/statements/issue.ts'
import { runOn } from '../../src/modules/statements/run-step.ts'
import { stepsOn } from '../../src/resource/step.ts'
import { member } from './console.ts'
import { readPdf, textOf } from './read-pdf.ts'
import type { TestChurch, TestService } from './service.ts'

/** For a service that issues nothing by itself: what is done while statements are issued is done at the moment that a test says. */
export const BY_HAND = MODULES.map(module => (module.name === 'statements' ? { ...module, agenda: [] } : module))

/** The year of gifts and statements, unless said. */
export const YEAR = 2025

/** A statement as the list shows it. */
export interface Listed {
  id: number
  number: string
  status: string
  giver: string
  person_id: number | null
  family_id: number | null
  base_total: number
  changed: boolean
  sent_at: string | null
}

/** Does all of this at the church that is in `at` when it is called. */
export function statementDesk(at: { service: TestService; church: TestChurch }) {
  const made = async (path: string, body: object): Promise<number> => {
    const { status, json, text } = await at.church.send('POST', path, body)
    assert.equal(status, 201, text)
    return json.data.id
  }
  const get = async (path: string) => (await at.church.send('GET', path)).json.data
  const part = (run: number) =>
    stepsOn(at.service.database, { now: () => new Date() }, HOUSE)(runOn, at.church.church, run)
  /** Does all of a run that is left. */
  const finish = async (run: number): Promise<void> => {
    while (await part(run));
  }
  /** Reads the books, so that drafts are there, and issues nothing yet. */
  const begun = async (by: 'person' | 'family' = 'person'): Promise<number> => {
    const { id } = await at.church.act(issueAll, { year: YEAR, by })
    await part(id)
    return id
  }
  return {
    made,
    get,
    finish,
    begun,
    person: (first_name: string, more: object = {}): Promise<number> =>
      made('/people', { first_name, last_name: 'Obi', dedupe: false, ...more }),
    family: (name: string): Promise<number> => made('/families', { name }),
    give: (person_id: number, amount: number, more: object = {}): Promise<number> =>
      made('/contributions', { person_id, amount, given_on: `${YEAR}-03-01`, ...more }),
    list: async (query = ''): Promise<Listed[]> => await get(`/statements?per_page=100${query}`),
    saidBy: async (id: number): Promise<Figures> => (await get(`/statements/${id}`)).figures,
    async issue(by: 'person' | 'family' = 'person'): Promise<number> {
      const run = await begun(by)
      await finish(run)
      return run
    },
    /** A campaign with a fund of its own name. */
    async campaign(name: string, starts_on: string, ends_on: string): Promise<{ id: number; fund_id: number }> {
      const { id: fund_id } = await at.church.act(createFund, { name })
      const { id } = await at.church.act(createCampaign, { name, fund_id, starts_on, ends_on })
      return { id, fund_id }
    },
    /** The PDF of a statement, as finance downloads it. */
    async paperOf(id: number): Promise<{ bytes: Uint8Array; text: string }> {
      const finance = await member(at.service, at.church, 'finance')
      const address = `${at.service.url}/console/api/${at.church.church.slug}/views/statement_file?id=${id}`
      const headers = { cookie: finance.session.join('='), 'sec-fetch-site': 'same-origin' }
      const bytes = new Uint8Array(await (await fetch(address, { headers })).arrayBuffer())
      return { bytes, text: (await readPdf(bytes.slice())).map(textOf).join('\n') }
    },
  }
}
