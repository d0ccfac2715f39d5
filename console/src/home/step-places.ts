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
    lead: 'Name, country, currency and time zone: amounts and dates depend on them.',
    confirm: 'They are correct',
  },
  branches: {
    path: '/branches',
    lead: 'Add a branch for each place where you meet, so that people and gifts can belong to it.',
    confirm: 'We meet in one place',
  },
  people: {
    path: '/people/new',
    lead: 'Start with one person. To bring in a whole list, ask whoever runs your server to use sexton import people.',
  },
  funds: {
    path: '/funds',
    lead: 'Every gift goes to a fund. You already have General; add Tithes, Missions or whatever you need.',
    confirm: 'One fund is enough',
  },
  gift: { path: '/contributions/new', lead: 'Type an amount and press Enter.' },
  messages: { path: '/settings/providers', lead: 'Connect your own accounts for SMS, email, WhatsApp and push.' },
  team: { path: '/settings/team', lead: 'Give everyone a role, so that they see only what they need.' },
  connection: {
    path: '/settings/keys',
    lead: 'An API key lets another system read and write your records; webhooks tell it what changes.',
  },
}
