/** How files of gifts are understood that other programs and people made. */
import { sql } from '../../db/sql.ts'
import type { Fields } from '../../resource/field.ts'
import { type FormerSystem, type Meanings, targetsOf } from '../../resource/import-meanings.ts'
import { branchNames } from '../church/branch-names.ts'
import { matchedByName } from '../people/names-in-files.ts'

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
    'payment id',
  ],
  note: ['note', 'notes', 'remark', 'remarks', 'comment', 'comments', 'memo', 'description', 'narration', 'details'],
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
  pos: ['card', 'debit card', 'credit card', 'p o s', 'terminal', 'atm card'],
  online: ['web', 'website', 'paystack', 'flutterwave', 'stripe', 'online giving', 'paypal'],
  ach: ['direct debit', 'e check'],
  cheque: ['check', 'chq', 'cheques', 'checks', 'bank draft'],
  ussd: ['u s s d', 'short code'],
  mobile_money: ['momo', 'm pesa', 'mpesa', 'mobile', 'airtel money', 'mtn momo'],
  text: ['sms', 'text to give'],
  in_kind: ['kind', 'gift in kind', 'goods'],
}

const PLANNING_CENTER: FormerSystem = {
  name: 'Planning Center',
  telling: ['Donation ID', 'Payment Method', 'Fund'],
  columns: {
    'Donation ID': 'reference',
    'Received Date': 'given_on',
    Date: 'given_on',
    'Gross Amount': 'amount',
    Amount: 'amount',
    Fund: 'fund',
    'Payment Method': 'method',
    'Donor Email': 'email',
    'Donor Name': 'donor_name',
    Memo: 'note',
  },
}

const BREEZE: FormerSystem = {
  name: 'Breeze',
  telling: ['Person ID', 'Fund(s)'],
  columns: {
    Date: 'given_on',
    Batch: '',
    'Payment ID': 'reference',
    'Person ID': 'member_no',
    Amount: 'amount',
    'Fund(s)': 'fund',
    'Method ID': 'method',
    Method: 'method',
    Note: 'note',
    'Check Number': '',
  },
}

const ROCK: FormerSystem = {
  name: 'Rock',
  telling: ['TransactionDate', 'TransactionCode', 'AuthorizedPersonId'],
  columns: {
    Id: '',
    TransactionDate: 'given_on',
    TransactionCode: 'reference',
    AuthorizedPersonId: 'member_no',
    AccountName: 'fund',
    Amount: 'amount',
    CurrencyType: 'method',
    Summary: 'note',
  },
}

/** @param fields those that an import may set */
export const giftMeanings = (fields: Fields, more: readonly string[]): Meanings => ({
  targets: targetsOf(fields, more).map(target =>
    target.name === 'amount' ? { ...target, kind: 'amount', required: true } : target,
  ),
  titles: Object.fromEntries(Object.entries(TITLES).flatMap(([target, titles]) => titles.map(one => [one, target]))),
  values: {
    method: Object.fromEntries(Object.entries(METHODS).flatMap(([method, texts]) => texts.map(one => [one, method]))),
  },
  systems: [PLANNING_CENTER, BREEZE, ROCK],
  needs: [['amount', 'amount_minor']],
  names: matchedByName({ target: 'donor_name', keeps: true }),
  contacts: { email: 'email', phone: 'donor_phone' },
  async known(db, church) {
    const funds = await db.all<{ name: string; is_default: boolean }>(
      sql`select name, is_default from funds where church_id = ${church.id} and is_active order by id`,
    )
    return { ...(await branchNames(db, church)), fund: { names: funds.map(({ name }) => name) } }
  },
})
