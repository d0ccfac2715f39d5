/** Exports of other church systems come in whole: each file is known by its columns, and every row of it is right. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { HOUSE } from '../src/house.ts'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { mapFile } from '../src/resource/import-mapping.ts'
import { importKinds, propose } from '../src/resource/import-proposal.ts'
import { BY, csv, importInto } from './support/import.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
before(async () => {
  service = await startService()
})
after(() => service.close())

/** Imports a file as somebody does who says nothing of it. */
async function bring(church: TestChurch, text: string) {
  const kinds = importKinds(HOUSE, church.church.modules)
  const file = csv(text)
  const { kind, system, table, mapping, meanings } = await propose(service.database.read, church.church, file, kinds)
  const mapped = mapFile(file, table, mapping, meanings, '2026-06-01')
  const options = { names: { match: true, said: {} } }
  return {
    kind,
    system,
    report: await importInto(service.database, church.church, kind, { file: mapped, by: BY, options }),
  }
}

/** All of its rows come in. @param rows how many @returns what it was taken for */
async function comeIn(
  church: TestChurch,
  rows: number,
  text: string,
): Promise<[kind: string, system: string | undefined]> {
  const { kind, system, report } = await bring(church, text)
  assert.deepEqual([report.refusals, report.notes], [[], []])
  assert.equal(report.imported, rows)
  return [kind, system]
}

async function churchOf(country: 'US' | 'DE'): Promise<TestChurch> {
  const place =
    country === 'US'
      ? { currency: 'USD', timezone: 'America/New_York' }
      : { currency: 'EUR', timezone: 'Europe/Berlin' }
  const church = await service.church({ country, ...place })
  for (const name of ['Missions', 'Building Fund']) await church.act(createFund, { name })
  return church
}

type Found = Record<string, unknown>

/** What is on record of each person, by number: these fields, and the name of the family. */
async function people(church: TestChurch, ...fields: string[]): Promise<Found> {
  const named = async (path: string) =>
    new Map<unknown, unknown>((await church.send('GET', path)).json.data.map(({ id, name }: Found) => [id, name]))
  const [families, branches] = [await named('/families'), await named('/branches')]
  const { data } = (await church.send('GET', '/people')).json
  const cell = (one: Found, name: string): unknown =>
    name === 'family'
      ? (families.get(one.family_id) ?? null)
      : name === 'branch'
        ? branches.get(one.branch_id)
        : one[name]
  return Object.fromEntries(data.map((one: Found) => [one.member_no, fields.map(name => cell(one, name))]))
}

/** What is on record of each gift, in the order of the file: its day, amount, fund, method, the number of the giver, its name. */
async function gifts(church: TestChurch): Promise<unknown[]> {
  const numbers = new Map(
    (await church.send('GET', '/people')).json.data.map(({ id, member_no }: Found) => [id, member_no] as const),
  )
  const { data } = (await church.send('GET', '/contributions?sort=id')).json
  return data.map((one: Found) => [
    ...[one.given_on, one.amount, one.fund_name, one.method],
    ...[numbers.get(one.person_id) ?? one.donor_name, one.reference],
  ])
}

test('Planning Center', async () => {
  const church = await churchOf('US')
  const header =
    'Person ID,Name Prefix,Given Name,First Name,Nickname,Middle Name,Last Name,Birthdate,Anniversary,Gender,Marital Status,Status,Membership,Home Address Street Line 1,Home Address Street Line 2,Home Address City,Home Address State,Home Address Zip Code,Mobile Phone Number,Home Phone Number,Home Email,Household ID,Household Name,Household Primary Contact,Created At,Updated At'
  const file = `${header}
30110001,Dr.,Margaret,Maggie,Maggie,Ann,Okoro,03/14/1985,06/20/2009,Female,Married,active,Member,12 Oak St,Apt 4,Columbus,OH,43004,(614) 555-0142,,maggie@example.org,9001,Okoro Household,TRUE,2020-01-05,2024-02-01
30110002,,,Paul,,,Okoro,11/02/1983,06/20/2009,Male,Married,active,Attender,12 Oak St,Apt 4,Columbus,OH,43004,(614) 555-0143,,paul@example.org,9001,Okoro Household,FALSE,2020-01-05,2024-02-01
30110003,,,Rita,,,Okoro,,,Female,Single,active,Visitor,9 Elm St,,Columbus,OH,43004,,614-555-0144,,9002,Okoro Household,TRUE,2020-01-05,2024-02-01
`
  assert.deepEqual(await comeIn(church, 3, file), ['people', 'Planning Center'])
  assert.deepEqual(
    await people(
      church,
      'title',
      'full_name',
      'dob',
      'anniversary',
      'gender',
      'marital_status',
      'status',
      'address',
      'city',
      'phone',
      'phone2',
      'email',
      'family',
    ),
    {
      '30110001': [
        ...[
          'Dr.',
          'Maggie Ann Okoro',
          '1985-03-14',
          '2009-06-20',
          'female',
          'married',
          'member',
          '12 Oak St, Apt 4',
          'Columbus',
        ],
        ...['+16145550142', null, 'maggie@example.org', 'Okoro Household (Maggie)'],
      ],
      '30110002': [
        ...[
          null,
          'Paul Okoro',
          '1983-11-02',
          '2009-06-20',
          'male',
          'married',
          'regular',
          '12 Oak St, Apt 4',
          'Columbus',
        ],
        ...['+16145550143', null, 'paul@example.org', 'Okoro Household (Maggie)'],
      ],
      '30110003': [
        ...[null, 'Rita Okoro', null, null, 'female', 'single', 'visitor', '9 Elm St', 'Columbus'],
        ...[null, '+16145550144', null, 'Okoro Household (Rita)'],
      ],
    },
  )
  const given = `Donation ID,Received Date,Donor ID,Donor Name,Donor Email,Payment Method,Fund,Gross Amount,Memo
7001,02/08/2026,30110001,Maggie Okoro,maggie@example.org,Credit card,Missions,"$1,250.00",
7002,02/08/2026,30110002,Paul Okoro,,Check,Building Fund,$40.50,roof
7003,02/15/2026,,A Guest,,Cash,Missions,$5.00,
`
  assert.deepEqual(await comeIn(church, 3, given), ['contributions', 'Planning Center'])
  assert.deepEqual(await gifts(church), [
    ['2026-02-08', 125_000, 'Missions', 'pos', '30110001', '7001'],
    ['2026-02-08', 4_050, 'Building Fund', 'cheque', '30110002', '7002'],
    ['2026-02-15', 500, 'Missions', 'cash', 'A Guest', '7003'],
  ])
})

test('Breeze', async () => {
  const church = await churchOf('US')
  const file = `Breeze ID,First Name,Last Name,Middle Name,Nickname,Maiden Name,Gender,Status,Marital Status,Birthdate,Birthdate Month/Day,Age,Family,Family Role,School,Employer,Mobile,Home,Work,Campus,Email,Street Address,City,State,Zip,Added Date
1022301,Ruth,Adeyemi,,,Cole,Female,Member,Married,4/9/1979,4/9,47,551,Head of Household,,Acme,(614) 555-0150,,,Main Campus,ruth@example.org,4 Hill Rd,Dublin,OH,43016,9/1/2019
1022302,Sam,Adeyemi,,,,Male,Attendee,Single,12/30/2011,12/30,14,551,Child,North High,,,,,Main Campus,,4 Hill Rd,Dublin,OH,43016,9/1/2019
`
  assert.deepEqual(await comeIn(church, 2, file), ['people', 'Breeze'])
  assert.deepEqual(
    await people(
      church,
      'full_name',
      'gender',
      'status',
      'marital_status',
      'dob',
      'family',
      'family_role',
      'employer',
      'phone',
      'email',
      'address',
      'first_visit_date',
    ),
    {
      '1022301': [
        ...['Ruth Adeyemi', 'female', 'member', 'married', '1979-04-09', 'Adeyemi', 'head', 'Acme', '+16145550150'],
        ...['ruth@example.org', '4 Hill Rd', '2019-09-01'],
      ],
      '1022302': [
        ...[
          'Sam Adeyemi',
          'male',
          'regular',
          'single',
          '2011-12-30',
          'Adeyemi',
          'child',
          null,
          null,
          null,
          '4 Hill Rd',
        ],
        '2019-09-01',
      ],
    },
  )
  const given = `Date,Batch,Payment ID,Person ID,First Name,Last Name,Amount,Fund(s),Method,Check Number,Note
2/1/2026,12,880001,1022301,Ruth,Adeyemi,100.00,Missions,Credit/Debit Online,,
2/1/2026,12,880002,1022301,Ruth,Adeyemi,25.50,Building Fund,Check,1044,roof
`
  assert.deepEqual(await comeIn(church, 2, given), ['contributions', 'Breeze'])
  assert.deepEqual(await gifts(church), [
    ['2026-02-01', 10_000, 'Missions', 'online', '1022301', '880001'],
    ['2026-02-01', 2_550, 'Building Fund', 'cheque', '1022301', '880002'],
  ])
})

test('ChurchTools', async () => {
  const church = await churchOf('DE')
  const file = `"Id";"Titel";"Vorname";"Name";"Strasse";"Addresszusatz";"Postleitzahl";"Ort";"Land";"Geschlecht";"Telefon privat";"Mobil";"E-Mail";"Beruf";"Familenstand";"Hochzeitstag";"Erstkontakt";"Mitglied seit";"Taufdatum";"Status";"Station";"Geb.-Tag";"Geb.-Monat";"Geb.-Jahr";
"41";"Dr.";"Jörg";"Müller";"Hauptstraße 5";"";"10115";"Berlin";"Deutschland";"1";"030 1234567";"0151 23456789";"joerg@example.org";"Lehrer";"2";"2004-08-07";"";"2001-03-04";"1999-06-06";"Mitglied";"";"05";"11";"1975";
"42";"";"Anna";"Müller";"Hauptstraße 5";"";"10115";"Berlin";"Deutschland";"2";"";"";"";"";"1";"";"2025-01-12";"";"";"Freund";"";"";"";"2008";
`
  assert.deepEqual(await comeIn(church, 2, file), ['people', 'ChurchTools'])
  assert.deepEqual(
    await people(
      church,
      'title',
      'full_name',
      'address',
      'postal_code',
      'city',
      'country',
      'gender',
      'phone',
      'phone2',
      'email',
      'marital_status',
      'anniversary',
      'first_visit_date',
      'membership_date',
      'baptism_date',
      'status',
      'dob',
    ),
    {
      '41': [
        ...['Dr.', 'Jörg Müller', 'Hauptstraße 5', '10115', 'Berlin', 'DE', 'male', '+4915123456789', '+49301234567'],
        ...['joerg@example.org', 'married', '2004-08-07', null, '2001-03-04', '1999-06-06', 'member', '1975-11-05'],
      ],
      '42': [
        ...[null, 'Anna Müller', 'Hauptstraße 5', '10115', 'Berlin', 'DE', 'female', null, null],
        ...[null, 'single', null, '2025-01-12', null, null, 'visitor', null],
      ],
    },
  )
  const given = `Belegnummer;Buchungsdatum;Betrag;Kostenstelle;Spender;Zahlungsart;Buchungstext
2026-001;08.02.2026;1.250,00 €;Missions;Jörg Müller;Überweisung;Februar
2026-002;15.02.2026;40,50;Building Fund;Müller, Anna;Lastschrift;
`
  // Its files of bookings have no columns by which they are told from others'.
  assert.deepEqual(await comeIn(church, 2, given), ['contributions', undefined])
  assert.deepEqual(await gifts(church), [
    ['2026-02-08', 125_000, 'Missions', 'bank_transfer', '41', '2026-001'],
    ['2026-02-15', 4_050, 'Building Fund', 'ach', '42', '2026-002'],
  ])
})

test('ChurchCRM', async () => {
  const church = await churchOf('US')
  const file = `"Family ID ","Person Id","Last Name","Title","First Name","Suffix","Middle Name","Address 1","Address 2","City","State","Zip","Country","Home Phone","Work Phone","Cell Phone","Email","Work Email","Envelope Number","MembershipDate","Birth Date","Age","Classification","Family Role","Gender"
"7","21","Berry","Mrs.","Lena","","Joy","3 Lake Dr","","Dublin","OH","43016","United States","(614) 555-0160","","(614) 555-0161","lena@example.org","","12","2005-04-03","1980-3-7","46","Member","Spouse","Female"
"7","22","Berry","","Carl","","","3 Lake Dr","","Dublin","OH","43016","United States","(614) 555-0160","","","","","12","0000-00-00","0-0","","Regular Attender","Head of Household","Male"
"8","23","Berry","","Owen","","","8 Bay Ct","","Dublin","OH","43016","United States","","","","","","0","","6-21","","Guest","Head of Household","Male"
"","24","Fox","","Ivy","","","","","","","","","","","","","","","","2001-12-1","24","Non-Attender","","Female"
`
  assert.deepEqual(await comeIn(church, 4, file), ['people', 'ChurchCRM'])
  assert.deepEqual(
    await people(
      church,
      'title',
      'full_name',
      'address',
      'country',
      'phone',
      'phone2',
      'email',
      'membership_date',
      'dob',
      'status',
      'family',
      'family_role',
      'gender',
    ),
    {
      '21': [
        ...[
          'Mrs.',
          'Lena Joy Berry',
          '3 Lake Dr',
          'US',
          '+16145550161',
          '+16145550160',
          'lena@example.org',
          '2005-04-03',
        ],
        ...['1980-03-07', 'member', 'Berry (Carl)', 'spouse', 'female'],
      ],
      '22': [
        ...[null, 'Carl Berry', '3 Lake Dr', 'US', null, '+16145550160', null, null, null, 'regular', 'Berry (Carl)'],
        ...['head', 'male'],
      ],
      '23': [
        ...[
          null,
          'Owen Berry',
          '8 Bay Ct',
          'US',
          null,
          null,
          null,
          null,
          null,
          'visitor',
          'Berry (Owen)',
          'head',
          'male',
        ],
      ],
      '24': [...[null, 'Ivy Fox', null, 'US', null, null, null, null, '2001-12-01', 'inactive', null, null, 'female']],
    },
  )
  // Its gifts are those of families: their name stays with them.
  const given = `fam_ID,fam_Name,fam_Address1,fam_Address2,fam_City,fam_State,fam_Zip,fam_Country,plg_date,plg_amount,plg_method,plg_comment,plg_depID,plg_CheckNo,fun_ID,fun_Name,dep_Date
7,Berry,3 Lake Dr,,Dublin,OH,43016,United States,2026-02-08,120.00,CHECK,roof,5,1044,2,Building Fund,2026-02-09
7,Berry,3 Lake Dr,,Dublin,OH,43016,United States,2026-02-08,30.25,CREDITCARD,,5,,3,Missions,2026-02-09
`
  assert.deepEqual(await comeIn(church, 2, given), ['contributions', 'ChurchCRM'])
  const deposit = `Id,FamId,FyId,Date,Amount,Schedule,Method,Comment,DateLastEdited,EditedBy,PledgeOrPayment,FundId,DepId,CheckNo,Problem,ScanString,AutId,AutCleared,AutResultId,Nondeductible,GroupKey,DonationFundName,FamilyName
31,7,30,2026-02-15,15.00,Once,BANKDRAFT,,2026-02-16,1,Payment,3,6,,,,0,,0,0.00,draft|0|7|3|2026-02-15,Missions,Berry
`
  assert.deepEqual(await comeIn(church, 1, deposit), ['contributions', 'ChurchCRM'])
  assert.deepEqual(await gifts(church), [
    ['2026-02-08', 12_000, 'Building Fund', 'cheque', 'Berry', '1044'],
    ['2026-02-08', 3_025, 'Missions', 'pos', 'Berry', null],
    ['2026-02-15', 1_500, 'Missions', 'ach', 'Berry', null],
  ])
})

test('Rock', async () => {
  const church = await churchOf('US')
  const file = `Id,FamilyId,FamilyName,FamilyRole,FirstName,NickName,LastName,MiddleName,Salutation,Suffix,Email,Gender,MaritalStatus,Birthdate,AnniversaryDate,RecordStatus,InactiveReason,ConnectionStatus,EmailPreference,CreatedDateTime,ModifiedDateTime,PersonPhotoUrl,CampusId,CampusName,Note,GiveIndividually
14,900,Decker Family,Adult,Theodore,Ted,Decker,,Mr.,,ted@example.org,Male,Married,2/10/1977 12:00:00 AM,,Active,,Member,EmailAllowed,6/11/2018 12:00:00 AM,,,,,,False
15,900,Decker Family,Child,Noah,Noah,Decker,,,,,Male,Unknown,3/10/2012 12:00:00 AM,,Active,,Attendee,EmailAllowed,6/11/2018 12:00:00 AM,,,,,,False
`
  assert.deepEqual(await comeIn(church, 2, file), ['people', 'Rock'])
  const shown = [
    'title',
    'full_name',
    'email',
    'gender',
    'marital_status',
    'dob',
    'status',
    'family',
    'family_role',
  ] as const
  const family = {
    '14': [
      'Mr.',
      'Theodore Decker',
      'ted@example.org',
      'male',
      'married',
      '1977-02-10',
      'member',
      'Decker Family',
      'head',
    ],
    '15': [null, 'Noah Decker', null, 'male', null, '2012-03-10', 'regular', 'Decker Family', 'child'],
  }
  assert.deepEqual(await people(church, ...shown), family)
  // The members of a group, as its list exports them: two rows, of whom one has an address of two lines.
  const members = `Name,Nick Name,Last Name,Birth Date,Age,Email,Record Status,Gender,Is Deceased,Home Phone,Cell Phone,Home Address,Marital Status,Connection Status,Date Added,Note
"Marble, Cindy",Cindy,Marble,4/5/1990,36,cindy@example.org,Active,Female,False,(614) 555-0170,(614) 555-0171,"11 Park Ave
Dublin, OH 43016",Single,Visitor,1/4/2026,
`
  assert.deepEqual(await comeIn(church, 1, members), ['people', 'Rock'])
  const [cindy] = Object.values(await people(church, 'full_name', 'dob', 'status', 'phone', 'phone2', 'gender')).slice(
    -1,
  )
  assert.deepEqual(cindy, ['Cindy Marble', '1990-04-05', 'visitor', '+16145550171', '+16145550170', 'female'])
  const given = `Person Id,Person,Date,Days Since Last Transaction,Amount,Foreign Currency,Currency Type,Transaction Code,Foreign Key,Batch Id,Accounts,Status,Settled Date/Time,Processor Batch Id
14,"Decker, Ted",2/8/2026,7,$100.00,,Check,1044,,31,Missions: $100.00,,,
14,"Decker, Ted",2/15/2026,7,"$1,020.50",,Credit Card,9A1,,32,"Building Fund: $1,020.50",,,
`
  assert.deepEqual(await comeIn(church, 2, given), ['contributions', 'Rock'])
  assert.deepEqual(await gifts(church), [
    ['2026-02-08', 10_000, 'Missions', 'cheque', '14', '1044'],
    ['2026-02-15', 102_050, 'Building Fund', 'pos', '14', '9A1'],
  ])
})

test('a gift that Rock divides among several accounts is refused, and never counted for one of them', async () => {
  const church = await churchOf('US')
  const titles =
    'Person Id,Person,Date,Days Since Last Transaction,Amount,Foreign Currency,Currency Type,Transaction Code,Foreign Key,Batch Id,Accounts,Status,Settled Date/Time,Processor Batch Id'
  for (const accounts of ['Missions: $60.00\nBuilding Fund: $40.00', 'Missions: $60.00, Building Fund: $40.00']) {
    const { report } = await bring(church, `${titles}\n,,2/8/2026,7,$100.00,,Check,1044,,31,"${accounts}",,,\n`)
    assert.deepEqual(
      report.refusals.map(({ errors }) => errors),
      [{ fund: 'names several funds, each with its part of the gift: make a row of each, with its own amount' }],
    )
  }
  assert.deepEqual(await gifts(church), [])
})
