/** Where each of the first steps is done, and what is said of it. */
import type { SetupStep } from '../../../src/console/setup/setup.ts'
import { t } from '../texts/t.ts'

interface StepGuide {
  path: string
  /** What it is good for. */
  lead: string
  /** Another page where it can be done. */
  other?: { path: string; label: string }
  /** What people say who have nothing to change. */
  confirm?: string
}

/** By step. */
export const GUIDES: Record<SetupStep['step'], StepGuide> = {
  church: {
    path: '/settings/church',
    lead: t('Name, country, currency and time zone: amounts and dates depend on them.'),
    confirm: t('They are correct'),
  },
  branches: {
    path: '/branches',
    lead: t('Add a branch for each place where you meet, so that people and gifts can belong to it.'),
    confirm: t('We meet in one place'),
  },
  people: {
    path: '/imports/new',
    lead: t('Bring in the list that you have, a spreadsheet or a CSV file, and see what it becomes before it counts.'),
    other: { path: '/people/new', label: t('Add one person') },
  },
  funds: {
    path: '/funds',
    lead: t('Every gift goes to a fund. You already have General; add Tithes, Missions or whatever you need.'),
    confirm: t('One fund is enough'),
  },
  gift: { path: '/contributions/new', lead: t('Type an amount and press Enter.') },
  messages: { path: '/settings/providers', lead: t('Connect your own accounts for SMS, email, WhatsApp and push.') },
  team: { path: '/settings/team', lead: t('Give everyone a role, so that they see only what they need.') },
  connection: {
    path: '/settings/keys',
    lead: t('An API key lets another system read and write your records; webhooks tell it what changes.'),
  },
}
