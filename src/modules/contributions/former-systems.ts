/** Exports of gifts from other church systems: their columns, one table each. */
import type { FormerSystem } from '../../resource/import-meanings.ts'
import { namesSeveral } from './import-look-ups.ts'

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
    'Person ID': 'member_no',
    'Donor ID': 'member_no',
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

/** The name of the account without its share of the amount; of several what the file says, which is refused. */
const accountOf = (text: string): string =>
  namesSeveral(text) ? text : (/^([^\n]+): *[^\d\n]{0,5}[\d.,]+$/.exec(text.trim())?.[1] ?? text)

const ROCK: FormerSystem = {
  name: 'Rock',
  telling: ['Person Id', 'Currency Type', 'Transaction Code', 'Accounts'],
  cells: { fund: accountOf },
  columns: {
    'Person Id': 'member_no',
    Person: 'donor_name',
    Date: 'given_on',
    'Days Since Last Transaction': '',
    Amount: 'amount',
    'Foreign Currency': '',
    'Currency Type': 'method',
    'Transaction Code': 'reference',
    'Foreign Key': '',
    'Batch Id': '',
    Accounts: 'fund',
    Status: '',
    'Settled Date/Time': '',
    'Processor Batch Id': '',
  },
}

/** Gifts are those of families there. */
const CHURCHCRM: FormerSystem = {
  name: 'ChurchCRM',
  telling: ['plg_date', 'plg_amount', 'fun_Name'],
  columns: {
    fam_ID: '',
    fam_Name: 'donor_name',
    fam_Address1: '',
    fam_Address2: '',
    fam_City: '',
    fam_State: '',
    fam_Zip: '',
    fam_Country: '',
    plg_date: 'given_on',
    plg_amount: 'amount',
    plg_method: 'method',
    plg_comment: 'note',
    plg_depID: '',
    plg_CheckNo: 'reference',
    fun_ID: '',
    fun_Name: 'fund',
    dep_Date: '',
  },
}

/** The file of one deposit: columns by other names. */
const CHURCHCRM_DEPOSIT: FormerSystem = {
  name: 'ChurchCRM',
  telling: ['FamId', 'DepId', 'GroupKey', 'DonationFundName'],
  columns: {
    Date: 'given_on',
    Amount: 'amount',
    Method: 'method',
    Comment: 'note',
    CheckNo: 'reference',
    DonationFundName: 'fund',
    FamilyName: 'donor_name',
    ...Object.fromEntries(
      [
        ...['Id', 'FamId', 'FyId', 'Schedule', 'DateLastEdited', 'EditedBy', 'PledgeOrPayment', 'FundId', 'DepId'],
        ...['Problem', 'ScanString', 'AutId', 'AutCleared', 'AutResultId', 'Nondeductible', 'GroupKey'],
      ].map(title => [title, '']),
    ),
  },
}

export const FORMER_SYSTEMS: readonly FormerSystem[] = [PLANNING_CENTER, BREEZE, CHURCHCRM, CHURCHCRM_DEPOSIT, ROCK]
