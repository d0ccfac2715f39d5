/** Public pages and mails say everything in their language: in one that marks all it says, nothing stands unmarked. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BegunGift } from '../src/modules/online-giving/begin-gift.ts'
import { challengePage } from '../src/modules/online-giving/challenge-page.ts'
import { UNCONFIRMED } from '../src/modules/online-giving/give-up.ts'
import { checkForm, emptyForm } from '../src/modules/online-giving/giving-form.ts'
import { formPage, nothing, testPage, thanksPage } from '../src/modules/online-giving/giving-pages.ts'
import { lostForm, lostSent } from '../src/modules/online-giving/lost-link-pages.ts'
import { AMOUNT_MISMATCH } from '../src/modules/online-giving/never-paid.ts'
import { development } from '../src/modules/online-giving/providers/development.ts'
import { type PledgePage, pledgeChallengePage } from '../src/modules/pledges/pledge-pages.ts'
import { endedPage, faultPage } from '../src/public-routes/fault-page.ts'
import type { PublicReply } from '../src/public-routes/public-route.ts'
import type { Church } from '../src/resource/caller.ts'
import { addressMail } from '../src/sign-in/address-link.ts'
import { invitationMail } from '../src/sign-in/invitation-mail.ts'
import { type Language, languageOf } from '../src/texts/language.ts'

const english = languageOf('en')
const MARKED: Language = { ...english, say: (message, values) => `⟦${english.say(message, values)}⟧` }
/** What is of the church or the gift, and not a text of ours. */
const GIVEN = /Grace|Ada|General|NGN|₦|gift-[0-9a-f]+|[\d.,]+|ada@example\.org|https:\/\/\S+/g

/** What scripts say in a page. */
const SAID_BY_SCRIPTS = /\sdata-(?:working|done)="([^"]*)"/g

/** Words that scripts have of their own. */
const IN_SCRIPTS = /(['"`])[A-Z][a-z]+ [^'"`]*\1/g

/** Words that stand outside of the marks. */
function unmarked(text: string): string {
  const scripts = [...text.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const shown = [
    text.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' '),
    ...[...text.matchAll(SAID_BY_SCRIPTS)].map(([, said = '']) => said),
    ...scripts.flatMap(script => script.match(IN_SCRIPTS) ?? []),
  ]
    .join(' ')
    .replace(/&[#\w]+;/g, ' ')
  return shown
    .replace(/⟦[^⟦⟧]*⟧/g, '')
    .replace(/⟦[^⟦⟧]*⟧/g, '')
    .replace(GIVEN, '')
    .replace(/[()\s“”]+/g, ' ')
    .trim()
}

const church = { id: 1, slug: 'grace', name: 'Grace', currency: 'NGN', country: 'NG' } as Church
const gift = {
  amount: 5_000,
  currency: 'NGN',
  fund_name: 'General',
  reference: `gift-${'0'.repeat(32)}`,
  is_test: true,
  error: null,
  is_processing: false,
}
const of = (status: string, more = {}): BegunGift => ({ ...gift, status, ...more }) as unknown as BegunGift
const outcomes: Record<string, BegunGift> = {
  succeeded: of('succeeded'),
  pending: of('pending'),
  processing: of('pending', { is_processing: true }),
  failed: of('failed'),
  mismatch: of('failed', { error: AMOUNT_MISMATCH }),
  expired: of('expired'),
  unconfirmed: of('expired', { error: UNCONFIRMED }),
}
const funds = [{ id: 1, name: 'General', is_default: true }]
const typed = { ...emptyForm(), fund: '7', amount: 'much', email: 'x', frequency: 'often', ends_on: 'x' }
const checked = checkForm(MARKED, typed, church, development, funds, new Date())
const mistakes = 'mistakes' in checked ? checked.mistakes : assert.fail()
const challenge = (seconds: number) => ({ challenge: 'c', text: 't', bits: 9, seconds })
const ahead = { currency: 'NGN', starts_on: '2027-01-01', ends_on: '2027-12-31' }
const campaigns = [{ id: 1, fund_id: 1, name: 'General', description: null, ...ahead }]
const typedPledge = { form_id: 'x', amount: '1', frequency: '', name: 'Ada', email: 'ada@example.org', note: '' }
const pledge = { language: MARKED, church, campaign: campaigns[0], typed: typedPledge } as unknown as PledgePage
const form = { language: MARKED, church, funds, campaigns, typed, isTest: true }

const pages: Record<string, PublicReply> = {
  'the form': formPage(200, form),
  'the form with mistakes': formPage(422, { ...form, mistakes }),
  'the form with trouble': formPage(503, { ...form, trouble: 'Too many.' }),
  'the form for a lost link': lostForm(MARKED, church, 'x'),
  'a link that is on its way': lostSent(MARKED, church),
  'work that is asked for': challengePage(MARKED, church, typed, challenge(20)),
  'minutes to wait without scripts': challengePage(MARKED, church, typed, challenge(600)),
  'a stop without scripts': challengePage(MARKED, church, typed, challenge(1e6)),
  'work that is asked for a pledge': pledgeChallengePage(pledge, challenge(20)),
  'minutes to wait for a pledge without scripts': pledgeChallengePage(pledge, challenge(600)),
  'a stop of a pledge without scripts': pledgeChallengePage(pledge, challenge(1e6)),
  'the test checkout': testPage(MARKED, church, of('pending')),
  'nothing there': nothing(MARKED),
  'a link that is over': endedPage(MARKED),
  ...Object.fromEntries(
    [400, 403, 413, 429, 500, 503].map(status => [
      `a fault of ${status}`,
      faultPage(MARKED, { status, message: 'Grace <1>', said: undefined, headers: { 'Retry-After': '5' } }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(outcomes).map(([name, one]) => [
      `thanks: ${name}`,
      thanksPage(MARKED, church, one, { isOpen: true, looks: 0 }),
    ]),
  ),
}

test('the page of a little work has what its script says in its language', () => {
  for (const name of ['work that is asked for', 'work that is asked for a pledge']) {
    const said = [...(pages[name]?.body ?? '').matchAll(SAID_BY_SCRIPTS)]
    assert.deepEqual(
      said.map(([, words = '']) => /^⟦.+⟧$/.test(words)),
      [true, true],
      name,
    )
  }
})

describe('public pages', () => {
  for (const [name, { body = '' }] of Object.entries(pages)) {
    test(`${name} says nothing outside of its language`, () => {
      assert.match(body, /⟦/)
      assert.equal(unmarked(body), '')
    })
  }
})

const inviter = { name: 'Ada', email: 'ada@example.org', email_verified: false }
const mails = {
  'to confirm an address': addressMail(MARKED.say, 'https://x.example/'),
  'of an invitation': invitationMail(MARKED.say, 'Grace', inviter, 'https://x.example/'),
  'of an invitation by nobody': invitationMail(MARKED.say, 'Grace', undefined, 'https://x.example/'),
}

describe('mails', () => {
  for (const [name, { subject, text }] of Object.entries(mails)) {
    test(`the mail ${name} says nothing outside of its language`, () => {
      assert.equal(unmarked(subject), '')
      assert.equal(unmarked(text), '')
    })
  }
})
