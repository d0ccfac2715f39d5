/** How files of gifts are understood that other programs and people made. */
import { sql } from '../../db/sql.ts'
import type { Fields } from '../../resource/field.ts'
import { type Meanings, plain, targetsOf } from '../../resource/import-meanings.ts'
import { branchNames } from '../church/branch-names.ts'
import { matchedByName } from '../people/names-in-files.ts'
import { FORMER_SYSTEMS } from './former-systems.ts'
import { namesSeveral } from './import-look-ups.ts'

const TITLES: Readonly<Record<string, readonly string[]>> = {
  amount: [
    'amount',
    'amount paid',
    'amount given',
    'sum',
    'total',
    'gift',
    'offering amount',
    'betrag',
    'spendenbetrag',
    'value',
    'paid',
    'amt',
  ],
  given_on: [
    'date',
    'gift date',
    'date given',
    'date of gift',
    'payment date',
    'date paid',
    'given on',
    'received date',
    'datum',
    'buchungsdatum',
    'belegdatum',
    'spendendatum',
    'day',
  ],
  fund: [
    'fund',
    'purpose',
    'fund purpose',
    'type',
    'type of giving',
    'category',
    'offering',
    'offering type',
    'giving type',
    'account',
    'designation',
    'zweck',
    'spendenzweck',
    'kostenstelle',
  ],
  method: [
    'method',
    'payment method',
    'mode',
    'mode of payment',
    'payment mode',
    'payment type',
    'channel',
    'paid by',
    'means',
    'zahlungsart',
    'zahlungsweise',
  ],
  member_no: [
    'member no',
    'member number',
    'membership no',
    'membership number',
    'member id',
    'envelope',
    'envelope no',
    'envelope number',
    'giver no',
    'donor no',
    'card no',
    'mitgliedsnummer',
    'spender id',
    'spender nr',
    'personen id',
  ],
  email: ['email', 'giver email', 'donor email', 'email address', 'e mail'],
  donor_name: [
    'name',
    'names',
    'giver',
    'giver name',
    'donor',
    'donor name',
    'member',
    'full name',
    'paid by name',
    'spender',
    'name des spenders',
    'from',
  ],
  donor_phone: ['phone', 'phone no', 'phone number', 'giver phone', 'donor phone', 'mobile', 'gsm'],
  branch: ['branch', 'parish', 'campus', 'assembly', 'church', 'location'],
  reference: [
    'reference',
    'ref',
    'ref no',
    'receipt',
    'receipt no',
    'receipt number',
    'transaction id',
    'cheque no',
    'teller no',
    'donation id',
    'beleg',
    'belegnummer',
    'beleg nr',
    'payment id',
  ],
  note: [
    'note',
    'notes',
    'remark',
    'remarks',
    'comment',
    'comments',
    'memo',
    'description',
    'narration',
    'details',
    'verwendungszweck',
    'buchungstext',
    'bemerkung',
    'notiz',
  ],
  currency: ['currency', 'ccy', 'währung'],
}

const METHODS: Readonly<Record<string, readonly string[]>> = {
  cash: ['c', 'cash offering', 'notes', 'coins', 'bar', 'espèces', 'by hand'],
  bank_transfer: [
    'transfer',
    'bank',
    'trf',
    'bank trf',
    'wire',
    'deposit',
    'bank deposit',
    'direct deposit',
    'überweisung',
    'nip',
    'eft',
    'standing order',
  ],
  pos: [
    'creditcard',
    'credit debit offline',
    'ec karte',
    'kartenzahlung',
    'card',
    'debit card',
    'credit card',
    'p o s',
    'terminal',
    'atm card',
  ],
  online: [
    'credit debit online',
    'apple pay',
    'google pay',
    'android pay',
    'egive',
    'web',
    'website',
    'paystack',
    'flutterwave',
    'stripe',
    'online giving',
    'paypal',
  ],
  ach: ['direct debit', 'e check', 'bankdraft', 'lastschrift'],
  cheque: ['check', 'chq', 'cheques', 'checks', 'bank draft'],
  ussd: ['u s s d', 'short code'],
  mobile_money: ['momo', 'm pesa', 'mpesa', 'mobile', 'airtel money', 'mtn momo'],
  text: ['sms', 'text to give'],
  in_kind: ['donated goods', 'stock', 'non cash', 'sachspende', 'kind', 'gift in kind', 'goods'],
}

/** What other programs call what was given, and what was not after all. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  posted: ['succeeded', 'success', 'successful', 'paid', 'completed', 'complete', 'cleared', 'received', 'ok'],
  void: ['voided', 'refunded', 'returned', 'reversed', 'bounced', 'failed', 'cancelled', 'canceled', 'declined'],
}

/** Texts of people → the value that they mean. */
const meant = (texts: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([value, all]) => all.map(one => [plain(one), value])))

/** @param fields those that an import may set */
export const giftMeanings = (fields: Fields, more: readonly string[]): Meanings => ({
  targets: targetsOf(fields, more).map(target =>
    target.name === 'amount' ? { ...target, kind: 'amount', required: true } : target,
  ),
  titles: Object.fromEntries(Object.entries(TITLES).flatMap(([target, titles]) => titles.map(one => [one, target]))),
  values: {
    method: meant(METHODS),
    status: meant(STATES),
  },
  systems: FORMER_SYSTEMS,
  needs: [['amount', 'amount_minor']],
  several: { fund: namesSeveral },
  names: matchedByName({ target: 'donor_name', keeps: true, phone: 'donor_phone' }),
  contacts: { email: 'email', phone: 'donor_phone' },
  async known(db, church) {
    const funds = await db.all<{ name: string; is_default: boolean }>(
      sql`select name, is_default from funds where church_id = ${church.id} and is_active order by id`,
    )
    return { ...(await branchNames(db, church)), fund: { names: funds.map(({ name }) => name) } }
  },
})
