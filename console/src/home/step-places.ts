/** Where each of the first steps is done, and what is said of it. */
import type { SetupStep } from '../../../src/console/setup/setup.ts'

interface Place {
  path: string
  /** What it is good for. */
  lead: string
  /** What people say who have nothing to change. */
  confirm?: string
}

/** By step. */
export const PLACES: Record<SetupStep['step'], Place> = {
  church: {
    path: '/settings/church',
    lead: 'Name, country, currency and time zone: amounts and days depend on them.',
    confirm: 'They are right',
  },
  branches: {
    path: '/branches',
    lead: 'Add a branch for each place, so that people and gifts belong to it.',
    confirm: 'We have one place',
  },
  people: {
    path: '/people/new',
    lead: 'Begin with one person. Whole lists come in at the server, by sexton import people.',
  },
  funds: {
    path: '/funds',
    lead: 'Gifts are given to a fund. There is one, General; add Tithes, Missions or what you need.',
    confirm: 'One fund is enough',
  },
  gift: { path: '/contributions/new', lead: 'Type an amount and press Enter.' },
  messages: { path: '/settings/providers', lead: 'Your own accounts for SMS, e-mail, WhatsApp and push.' },
  team: { path: '/settings/team', lead: 'Everyone gets a role, and sees only what it needs.' },
  connection: {
    path: '/settings/keys',
    lead: 'With an API key another system can read and write; webhooks tell it what happens.',
  },
}
