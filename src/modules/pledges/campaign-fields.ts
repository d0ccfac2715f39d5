/** The fields of a campaign that pledges are made for (decision 0029). */
import { printer } from '../../resource/print.ts'
import * as field from '../../resource/types.ts'
import { FUND_NAME } from '../contributions/fund-name.ts'

export const CAMPAIGN_STATUSES = ['open', 'closed'] as const

export const campaignFields = {
  id: field.id(),
  name: field.line().required().label('Name').example('Roof 2027'),
  description: field
    .text(2_000)
    .nullable()
    .settable()
    .label('Description', 'Shown on the public page, where it has one')
    .example('A roof for the hall before the rains'),
  fund_id: field.ref('funds').required().label('Fund', 'Gifts to it count'),
  fund_name: field.text().column(FUND_NAME).label('Fund').example('Building Fund'),
  goal_amount: field
    .minorUnits()
    .nullable()
    .settable()
    .label('Goal')
    .example(2_500_000_000)
    .doc('In minor units of currency'),
  currency: field.currency().settable().doc("Of the goal, and of pledges that name none. Default: the church's"),
  goal_base: field
    .integer(0)
    .nullable()
    .example(2_500_000_000)
    .doc('The goal in minor units of the church currency, by the rate of the day it was set'),
  starts_on: field
    .date()
    .required()
    .reaches('ahead')
    .label('First day')
    .example('2027-01-01')
    .doc('Gifts count from this day on'),
  ends_on: field
    .date()
    .required()
    .reaches('ahead')
    .label('Last day')
    .example('2027-12-31')
    .doc('Gifts count up to this day'),
  is_public: field
    .boolean()
    .settable()
    .label('Public page', 'Anybody may pledge on a page of its own')
    .doc('Offered on the public page of pledges. Default false'),
  reminds: field
    .boolean()
    .settable()
    .label('Remind once a month', 'Those who are behind, by email, on the first of the month')
    .doc('Whether those who are behind are reminded each month. Default false'),
  status: field
    .oneOf(CAMPAIGN_STATUSES)
    .tones({ open: 'teal' })
    .doc('closed: it takes no more pledges; gifts count up to its last day'),
  closed_at: field.timestamp().nullable().label('when|Closed'),
  created_at: field.timestamp().label('Added'),
  updated_at: field.timestamp().label('Changed'),
}

/** Prints a campaign as the API shows it. */
export const campaignPrinter = printer(campaignFields, true)

const { name, description, fund_id, goal_amount, currency, starts_on, ends_on, is_public, reminds } = campaignFields

/** What makes a campaign. */
export const newCampaign = { name, fund_id, starts_on, ends_on, goal_amount, currency, description, is_public, reminds }

/** What of it may be changed: its fund and its currency stay, since pledges were made for them. */
export const campaignChanges = {
  name: field.line().settable().label('Name'),
  starts_on: field.date().settable().label('First day'),
  ends_on: field.date().settable().label('Last day'),
  goal_amount,
  description,
  is_public,
  reminds,
}
