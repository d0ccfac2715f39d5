/** A church's own spreadsheets, with all their dirt, on record after one visit of the command line. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { createFund } from '../src/modules/contributions/create-fund.ts'
import { cli } from './support/cli.ts'
import { dirtyFiles, type RightGift, type RightPerson } from './support/dirty-files.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'

let service: TestService
const folder = mkdtempSync(path.join(tmpdir(), 'sexton-dirty-'))
before(async () => {
  service = await startService()
})
after(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

/** A church with the branches and funds that the files name, and the files. */
async function churchWithFiles(seed: number, counts?: { people: number; gifts: number }) {
  const church = await service.church()
  await church.branch('Yaba')
  for (const name of ['Tithe', 'Building Fund']) await church.act(createFund, { name })
  const { data } = (await church.send('GET', '/branches')).json
  const head = data.find((one: { id: number }) => one.id === church.church.hq_branch_id).name
  const files = dirtyFiles(seed, head, counts)
  const write = (name: string, bytes: Buffer): string => {
    const file = path.join(folder, `${seed}-${name}`)
    writeFileSync(file, bytes)
    return file
  }
  const run = (...args: string[]) => cli(service.databaseUrl, ['import', ...args, '--church', church.church.slug])
  return {
    church,
    files,
    run,
    people: write('members.csv', files.people.bytes),
    gifts: write('gifts.csv', files.gifts.bytes),
    named: write('named.csv', files.named.bytes),
  }
}

async function all(church: TestChurch, resource: string): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = (await church.send('GET', `/${resource}?per_page=100&page=${page}`)).json
    found.push(...data)
    if (!meta.has_more) return found
  }
}

test('300 people and 2,000 gifts of dirty spreadsheets: every person and every amount is right after one visit', async () => {
  const { church, files, run, people, gifts } = await churchWithFiles(7)
  const shown = await run(people, '--dry-run')
  assert.equal(shown.code, 0, shown.stderr + shown.stdout)
  assert.match(shown.stdout, /is read as people:/)
  assert.match(shown.stdout, /"Other names" → .*\(other_names\)/)
  assert.match(shown.stdout, /dob: day\/month\/year/)
  assert.match(shown.stdout, /300 rows: a dry run: 300 would be imported, 0 refused\./)
  assert.match(shown.stdout, /--encoding windows-1252/)
  const done = await run(people, '--encoding', 'windows-1252')
  assert.match(done.stdout, /300 rows: 300 imported, 0 refused\./, done.stderr + done.stdout)
  const branches = new Map((await all(church, 'branches')).map(({ id, name }) => [id, name]))
  const onRecord = new Map((await all(church, 'people')).map(one => [one.member_no, one]))
  assert.equal(onRecord.size, 300)
  for (const { branch, ...right } of files.people.right) {
    const found = onRecord.get(right.member_no) ?? {}
    const read = Object.fromEntries(Object.keys(right).map(name => [name, found[name]]))
    assert.deepEqual({ ...read, branch: branches.get(found.branch_id) }, { ...right, branch } satisfies RightPerson)
  }
  const given = await run(gifts, '--encoding', 'windows-1252', '--skip-refused')
  assert.match(given.stdout, /is read as contributions:/)
  assert.match(given.stdout, /2,003 rows: 2,000 imported, 3 refused\./, given.stderr + given.stdout)
  assert.match(given.stdout, /line 3: “Date” \(given_on\) is empty in this row/)
  assert.equal(given.stdout.match(/\(amount\) is the sum of rows above it and no gift/g)?.length, 2, given.stdout)
  const sum = `₦${(files.gifts.sum / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`
  assert.ok(given.stdout.includes(`2,000 gifts, ${sum}`), given.stdout)
  const numbers = new Map([...onRecord.values()].map(({ id, member_no }) => [id, member_no]))
  const shape = (one: RightGift): string => JSON.stringify(one)
  const recorded = (await all(church, 'contributions')).map(({ person_id, amount, given_on, fund_name, method }) =>
    shape({ member_no: numbers.get(person_id), amount, given_on, fund: fund_name, method } as RightGift),
  )
  assert.deepEqual(recorded.sort(), files.gifts.right.map(shape).sort())
})

test('what was said of columns and values is remembered for the next file with these columns', async () => {
  const { church, run } = await churchWithFiles(8)
  const first = path.join(folder, 'first.csv')
  writeFileSync(first, 'Name,Rank,Tel\nAda Obi,Zealot,08031234567\n')
  const again = path.join(folder, 'again.csv')
  writeFileSync(again, 'Tel,Name,Rank\n08031234568,Tunde Bello,zealot\n')
  const unknown = await run(first, '--dry-run', '--map', 'Rank=status')
  assert.match(unknown.stdout, /status: "Zealot" → \?/)
  assert.match(unknown.stdout, /1 refused/)
  const wrong = await run(first, '--map', 'Rang=status')
  assert.match(wrong.stderr, /The file has no column "Rang"\. It has "Name", "Rank", "Tel"\./)
  assert.match((await run(first, '--map', 'Rank=zeal')).stderr, /have no column zeal\. There are /)
  const done = await run(first, '--map', 'Rank=status', '--value', 'status:Zealot=worker')
  assert.match(done.stdout, /1 imported/, done.stderr)
  const next = await run(again)
  assert.match(next.stdout, /as the last file with these columns was/)
  assert.match(next.stdout, /1 imported/)
  assert.deepEqual((await all(church, 'people')).map(({ full_name, status }) => [full_name, status]).sort(), [
    ['Ada Obi', 'worker'],
    ['Tunde Bello', 'worker'],
  ])
  const other = await service.church()
  const theirs = await cli(service.databaseUrl, ['import', again, '--church', other.church.slug, '--dry-run'])
  assert.doesNotMatch(theirs.stdout, /as the last file/)
})

/** The words of a name, however it is spelt. */
const words = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word !== '' && word !== 'mrs')
    .sort()
    .join(' ')

test('a book of gifts with names alone: every naira is right, and every giver whose name nobody else has', async () => {
  const { church, files, run, people, named } = await churchWithFiles(9, { people: 60, gifts: 400 })
  assert.match((await run(people, '--encoding', 'windows-1252')).stdout, /60 imported/)
  const right = files.people.right
  const namesakes = (name: string): RightPerson[] =>
    right.filter(({ first_name, middle_name, last_name }) =>
      [`${first_name} ${last_name}`, `${first_name} ${middle_name ?? ''} ${last_name}`].some(
        one => words(one) === words(name),
      ),
    )
  const unasked = await run(named, '--dry-run', '--encoding', 'windows-1252')
  assert.match(unasked.stdout, /Givers are not looked up by their names: add --match-names/)
  const doubtful = right.find(
    one => namesakes(`${one.first_name} ${one.middle_name ?? ''} ${one.last_name}`).length > 1,
  )
  const given = files.named.right.find(({ member_no }) => member_no === doubtful?.member_no)
  const chosen = given?.member_no ?? assert.fail('no namesakes')
  const { first_name, middle_name, last_name } = doubtful ?? assert.fail()
  const said = [first_name, middle_name, last_name].filter(Boolean).join(' ')
  const done = await run(
    ...[named, '--encoding', 'windows-1252', '--skip-refused', '--match-names', '--giver', `${said}=${chosen}`],
  )
  assert.match(done.stdout, /402 rows: 400 imported, 2 refused\./, done.stderr + done.stdout)
  assert.match(done.stdout, /gifts keep the name only/)
  const numbers = new Map((await all(church, 'people')).map(({ id, member_no }) => [id, member_no]))
  const recorded = await all(church, 'contributions')
  const counted = { right: 0, open: 0, said: 0 }
  for (const { person_id, donor_name } of recorded) {
    const number = numbers.get(person_id)
    const [only, ...others] = namesakes(String(donor_name))
    // Titles are not seen through where somebody said who is meant.
    if (words(String(donor_name)) === words(said) && !String(donor_name).startsWith('Mrs')) {
      assert.equal(number, chosen, String(donor_name))
      counted.said += 1
    } else if (others.length === 0) {
      assert.equal(number, only?.member_no, String(donor_name))
      counted.right += 1
    } else {
      assert.equal(number, undefined, String(donor_name))
      counted.open += 1
    }
  }
  assert.ok(counted.right > 100 && counted.open > 10 && counted.said > 0, JSON.stringify(counted))
  assert.equal(
    recorded.reduce((sum, { amount }) => sum + Number(amount), 0),
    files.named.sum,
  )
  const of = (one: Record<string, unknown> | RightGift) => `${one.given_on} ${one.amount} ${one.method}`
  assert.deepEqual(recorded.map(of).sort(), files.named.right.map(of).sort())
  // The next book of these columns is read as this one was.
  const next = path.join(folder, 'next.csv')
  writeFileSync(next, `Date,Name,Amount,Purpose,Mode of Payment\n05/05/2026,${said},12345.67,Tithe,Cash\n`)
  assert.match((await run(next)).stdout, /1 giver found by name/)
  const last = (await all(church, 'contributions')).find(({ amount }) => amount === 1_234_567)
  assert.equal(numbers.get(last?.person_id), chosen)
})
