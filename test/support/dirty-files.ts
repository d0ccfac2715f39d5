/** Files as a church keeps them: a spreadsheet of people and one of gifts, with all the dirt that such files have, and what they mean. */
import { seededPick } from './seeded.ts'

/** What a person of the file is, when it is read right. */
export interface RightPerson {
  member_no: string
  first_name: string
  middle_name: string | null
  last_name: string
  gender: string | null
  dob: string | null
  phone: string | null
  email: string | null
  status: string
  branch: string
}

export interface RightGift {
  member_no: string
  amount: number
  given_on: string
  fund: string
  method: string
}

export interface DirtyFiles {
  people: { bytes: Buffer; right: RightPerson[] }
  gifts: GiftFile
  /** The same gifts in a book that has no numbers, but names, each spelt in one of the ways people have. */
  named: GiftFile
}

export interface GiftFile {
  bytes: Buffer
  right: RightGift[]
  sum: number
  /** Rows that are no gift of a known day: one whose day was forgotten, and sums below the column, which count it. */
  wrong: number
}

const FIRST = ['Adaeze', 'Olúwatóbi', 'José', 'Chinedu', 'Ngozi', 'Ifeanyi', 'Blessing', 'Emeka', 'Yétúndé', 'Samuel']
const MIDDLE = ['', '', 'Grace', 'Chukwudi', 'Paul']
const LAST = ['Okafor', 'Bello', 'Adéyemi', 'Muñoz', 'Eze', 'Soyinka', 'Bakare', 'Müller', 'Nwosu', 'Okoro']
const STATUS = {
  'Full Member': 'member',
  MEMBER: 'member',
  Visitor: 'visitor',
  'First Timer': 'first_timer',
  Worker: 'worker',
}
const SEX = { M: 'male', F: 'female', Male: 'male', female: 'female' }
const BRANCHES = ['HQ', 'HQ', 'Headquarters', 'Yaba', 'yaba']
const METHODS = { Transfer: 'bank_transfer', Cash: 'cash', POS: 'pos', CASH: 'cash', Cheque: 'cheque' }
const FUNDS = { Tithe: 'Tithe', Tithes: 'Tithe', General: 'General', Building: 'Building Fund' }

const two = (number: number): string => String(number).padStart(2, '0')
const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
const line = (cells: readonly string[]): string => cells.map(quoted).join(',')

/** Letters that Windows-1252 has: the file is not in UTF-8. */
const inWindows = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0323]/g, '')
    .normalize('NFC')

/**
 * Makes the files.
 * @param head name of the head branch
 */
export function dirtyFiles(seed: number, head: string, counts = { people: 300, gifts: 2_000 }): DirtyFiles {
  const { pick, upTo } = seededPick(seed)
  const key = <T extends object>(of: T): keyof T & string => pick(Object.keys(of)) as keyof T & string
  const right: RightPerson[] = []
  const rows = ['GRACE CHAPEL LAGOS,,,,,,,,', 'Members as of 2026,,,,,,,,', '']
  rows.push(
    line(['Member No.', 'Surname', 'Other names', 'Sex', 'Date of Birth', 'Phone No.', 'E-mail', 'Status', 'Parish']),
  )
  for (let n = 1; n <= counts.people; n += 1) {
    const [first, middle, last] = [inWindows(pick(FIRST)), inWindows(pick(MIDDLE)), inWindows(pick(LAST))]
    const [sex, status, parish] = [key(SEX), key(STATUS), pick(BRANCHES)]
    const [day, month, year] = [1 + upTo(28), 1 + upTo(12), 1940 + upTo(70)]
    const isBorn = upTo(4) > 0
    // A family shares a phone; spreadsheets drop the zero at the beginning of a number.
    const local = `80${two(upTo(3))}${String(100000 + n).slice(-6)}`
    const phone =
      [`0${local}`, local, `+234 ${local}`, `0${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`, 'N/A'][
        n % 5
      ] ?? ''
    const email = n % 3 === 0 ? `Person${n}@Example.org` : ''
    const number = `GC${String(n).padStart(4, '0')}`
    const born = isBorn ? (n % 2 ? `${day}/${month}/${year}` : `${two(day)}/${two(month)}/${year}`) : n % 2 ? 'nil' : ''
    rows.push(
      line([
        number,
        n % 7 === 0 ? last.toUpperCase() : last,
        `${first} ${middle}`.trim(),
        sex,
        born,
        phone,
        email,
        status,
        parish,
      ]),
    )
    if (n % 50 === 0) rows.push(',,,,,,,,')
    right.push({
      member_no: number,
      first_name: first,
      middle_name: middle === '' ? null : middle,
      last_name: n % 7 === 0 ? last.toUpperCase() : last,
      gender: SEX[sex],
      dob: isBorn ? `${year}-${two(month)}-${two(day)}` : null,
      phone: phone === 'N/A' ? null : `+234${local}`,
      email: email === '' ? null : email,
      status: STATUS[status],
      branch: /yaba/i.test(parish) ? 'Yaba' : head,
    })
  }
  const gifts = dirtyGifts(counts.gifts, right, { pick, upTo, key })
  return {
    people: { bytes: Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1'), right },
    gifts,
    named: byName(gifts, right, seededPick(seed)),
  }
}

type Dice = ReturnType<typeof seededPick> & { key<T extends object>(of: T): keyof T & string }

function dirtyGifts(count: number, people: readonly RightPerson[], { pick, upTo, key }: Dice): GiftFile {
  const rows = [line(['Date', 'Envelope no.', 'Amount (N)', 'Purpose', 'Mode of Payment', 'Remarks'])]
  const right: RightGift[] = []
  for (let n = 0; n < count; n += 1) {
    const naira = (1 + upTo(400)) * 50
    const kobo = n % 10 === 0 ? 50 : 0
    const grouped = naira.toLocaleString('en')
    const bare =
      kobo === 0
        ? [`N${grouped}`, String(naira), `₦${grouped}`.replace('₦', 'NGN '), `${grouped}.00`]
        : [`${grouped}.50`]
    const [day, month] = [1 + upTo(28), 1 + upTo(5)]
    const [fund, method, { member_no }] = [key(FUNDS), key(METHODS), pick(people)]
    rows.push(line([`${day}/${month}/2026`, member_no, pick(bare), fund, method, n % 100 === 0 ? 'für José' : '']))
    const given_on = `2026-${two(month)}-${two(day)}`
    right.push({ member_no, amount: naira * 100 + kobo, given_on, fund: FUNDS[fund], method: METHODS[method] })
  }
  const sum = right.reduce((all, { amount }) => all + amount, 0)
  const written = inNaira(sum + UNDATED * 100)
  rows.splice(2, 0, line(['', people[0]?.member_no ?? '', inNaira(UNDATED * 100), 'Tithe', 'Cash', 'no date']))
  rows.push(line(['', '', written, '', '', '']), line(['TOTAL', '', written, '', '', '']))
  return { bytes: Buffer.from(rows.join('\n'), 'latin1'), right, sum, wrong: 3 }
}

/** Naira of the gift whose day nobody wrote down. */
const UNDATED = 7_350

const inNaira = (kobo: number): string => (kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 })

/** One giver is spelt in several ways through the year. */
function byName(
  { right, sum }: DirtyFiles['gifts'],
  people: readonly RightPerson[],
  { pick }: Pick<Dice, 'pick'>,
): GiftFile {
  const givers = new Map(people.map(one => [one.member_no, one]))
  const rows = [line(['Date', 'Name', 'Amount', 'Purpose', 'Mode of Payment'])]
  for (const { member_no, amount, given_on, fund, method } of right) {
    const { first_name: first = '', middle_name: middle, last_name: last = '' } = givers.get(member_no) ?? {}
    const whole = [first, middle, last].filter(Boolean).join(' ')
    const spelt = [whole, `Mrs. ${whole}`, `${last.toUpperCase()}, ${[first, middle].filter(Boolean).join(' ')}`]
    const [year, month, day] = given_on.split('-')
    const naira = (amount / 100).toFixed(2)
    rows.push(line([`${day}/${month}/${year}`, pick([...spelt, whole.toLowerCase()]), naira, fund, method]))
  }
  rows.push(line(['-', 'Ada Okafor', inNaira(UNDATED * 100), 'Tithe', 'Cash']))
  rows.push(line(['', 'Grand Total:', inNaira(sum + UNDATED * 100), '', '']))
  return { bytes: Buffer.from(rows.join('\n'), 'latin1'), right, sum, wrong: 2 }
}
