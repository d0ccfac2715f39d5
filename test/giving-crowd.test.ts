/** Somebody floods the giving page: others give all the same (decisions, Giving: Limits of the page). */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { raw, sql } from '../src/db/sql.ts'
import { proves } from '../src/lib/proof-of-work.ts'
import { forgetSenders } from '../src/modules/online-giving/forget.ts'
import { accessibilityProblems, sharedBrowser } from './support/browser.ts'
import { SKIP } from './support/console-page.ts'
import { filled, type GivingChurch, type GivingService, givingParts, type Page, startGiving } from './support/giving.ts'
import { killProcesses, type NodeProcess, startProcess } from './support/process.ts'

let service: GivingService
/** As in production: limits on, behind a proxy that says who comes. */
let node: NodeProcess
before(async () => {
  service = await startGiving()
  node = await startProcess(service.connection, {
    SEXTON_RATE_LIMIT_IP: '600',
    SEXTON_TRUSTED_PROXIES: '127.0.0.1/32',
  })
})
after(async () => {
  await node?.terminate()
  killProcesses()
  await service.close()
})

/** Sends a form from an address. */
async function send(church: GivingChurch, ip: string, fields: Record<string, string>): Promise<Page> {
  const response = await fetch(`${node.url}/give/${church.church.slug}`, {
    method: 'POST',
    redirect: 'manual',
    // A connection that is kept may be closed by the server while this process works.
    headers: { 'x-forwarded-for': ip, connection: 'close' },
    body: new URLSearchParams(fields),
  })
  const { status, headers } = response
  return { status, headers, location: headers.get('location'), text: await response.text() }
}

const unescaped = (text: string): string =>
  text.replaceAll('&#39;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** What the page has for the next form. */
const hiddenFields = ({ text }: Page): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      unescaped(value),
    ]),
  )

/** Does what the script of the page does. */
function solved(page: Page): Record<string, string> {
  const [, text = '', bits = ''] = /data-text="([^"]+)" data-bits="(\d+)"/.exec(page.text) ?? assert.fail(page.text)
  for (let n = 0; ; n += 1) {
    if (proves(text, String(n), Number(bits))) return { ...hiddenFields(page), answer: String(n) }
  }
}

/** Unpaid gifts of the last hour. */
const plant = ({ church, fund_id }: GivingChurch, count: number, sender: string | null = null) =>
  service.database.write(0, tx =>
    tx.run(sql`insert into gifts (church_id, reference, form_id, fund_id, branch_id, amount, currency, provider,
        donor_name, donor_email, is_test, sender, created_at, updated_at)
      select ${church.id}, n || ${sender ?? ''}, n || ${sender ?? ''}, ${fund_id}, ${church.hq_branch_id}, 100, 'NGN',
        'development', 'A', 'a@example.org', true, ${sender}, now(), now() from generate_series(1, ${raw(String(count))}) n`),
  )

test('many addresses flood the page: who comes then still gives, and so does each of many others', async () => {
  const church = await service.givingChurch('development')
  await plant(church, 150)
  const attackers = Array.from({ length: 25 }, (_, at) => `203.0.113.${at}`)
  const statuses: number[] = []
  await Promise.all(
    attackers.map(async ip => {
      for (let n = 0; n < 8; n += 1) statuses.push((await send(church, ip, filled(church.fund_id))).status)
    }),
  )
  const begun = statuses.filter(status => status === 303).length
  assert.ok(begun >= 50 && begun < 100, `${begun} gifts were begun before work was asked of everybody`)
  assert.deepEqual(new Set(statuses), new Set([303, 200]), 'the others were asked for work')
  for (const ip of ['198.51.100.1', '198.51.100.2', '2001:db8:1::1', '2001:db8:2::1']) {
    const page = await send(church, ip, filled(church.fund_id, { name: "Ada O'Brien", note: 'a "note" & more' }))
    assert.match(page.text, /<h1>One moment, please<\/h1>/)
    const led = await send(church, ip, solved(page))
    assert.match(led.location ?? '', /\/test\/gift-[0-9a-f]{32}$/, led.text)
  }
})

test('work is done once for each gift: an answer holds for no other form, no other amount and no other church', async () => {
  const [church, other] = [await service.givingChurch('development'), await service.givingChurch('development')]
  await plant(church, 200)
  await plant(other, 200)
  const answered = solved(await send(church, '198.51.100.3', filled(church.fund_id)))
  const asked = async (to: GivingChurch, fields: Record<string, string>): Promise<void> => {
    const page = await send(to, '198.51.100.3', fields)
    assert.deepEqual([page.status, /One moment/.test(page.text)], [200, true])
  }
  await asked(church, { ...answered, amount: '7' })
  await asked(church, { ...answered, form_id: 'f'.repeat(32) })
  await asked(church, { ...answered, answer: '1' })
  await asked(other, { ...answered, fund: String(other.fund_id) })
  const [first, again] = [await send(church, '198.51.100.3', answered), await send(church, '198.51.100.3', answered)]
  assert.deepEqual([first.status, again.location], [303, first.location], 'the same form again is the same gift')
  const { n } = (await service.database.read.first<{ n: number }>(
    sql`select count(*) as n from gifts where church_id in (${church.church.id}, ${other.church.id})`,
  )) ?? { n: 0 }
  assert.equal(n, 401)
})

test('without scripts one waits: a minute for a first gift, longer for each that the address leaves unpaid', async () => {
  const church = await service.givingChurch('development')
  await plant(church, 200)
  const ip = '198.51.100.4'
  const page = await send(church, ip, filled(church.fund_id))
  assert.match(page.text, /<noscript>.*wait 60 seconds, then press &quot;Continue to payment&quot;/)
  const early = await send(church, ip, hiddenFields(page))
  assert.match(early.text, /wait \d\d seconds/)
  assert.equal(hiddenFields(early).challenge, hiddenFields(page).challenge, 'the wait goes on')
  /** The same challenge, as if it had been given so long ago. */
  const aged = (from: Page, seconds: number): Record<string, string> => {
    const fields = hiddenFields(from)
    const [bits = '', issued = ''] = (fields.challenge ?? '').split('.')
    const moment = Number(issued) - seconds
    const subject = subjectOf(church, fields)
    const text = service.vault.sign('giving challenge', `${subject}/${bits}/${moment}`)
    return { ...fields, challenge: `${bits}.${moment}.${text}` }
  }
  assert.equal((await send(church, ip, aged(page, 61))).status, 303)
  const second = await send(church, ip, filled(church.fund_id))
  assert.match(second.text, /wait 2 minutes/)
  assert.equal((await send(church, ip, aged(second, 61))).status, 200)
  assert.equal((await send(church, ip, aged(second, 121))).status, 303)
})

/** What a challenge is for, as the service makes it from the form. */
function subjectOf({ church }: GivingChurch, fields: Record<string, string>): string {
  const form = {
    fund_id: Number(fields.fund),
    amount: 150_050,
    donor_name: fields.name,
    donor_email: fields.email,
    note: null,
    is_anonymous: false,
    recurring: null,
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([fields.form_id, ...Object.entries(form).sort()]))
    .digest('hex')
  return `${church.id}/${digest}`
}

test('an address is asked for work from twenty unpaid gifts on, for the most from a hundred on, and gives all the same', async () => {
  const church = await service.givingChurch('development')
  const ip = '198.51.100.5'
  const sender = service.vault.sign('giver address', `${church.church.id}/${ip}`)
  const planted = async (count: number, minutes: number): Promise<void> => {
    await service.database.write(0, async tx => {
      await tx.run(sql`delete from gifts where church_id = ${church.church.id}`)
    })
    await plant(church, count, sender)
    await service.database.write(0, tx =>
      tx.run(
        sql`update gifts set created_at = now() - ${minutes} * interval '1 minute' where church_id = ${church.church.id}`,
      ),
    )
  }
  const bits = async (): Promise<number | undefined> => {
    const page = await send(church, ip, filled(church.fund_id))
    return page.status === 303 ? undefined : Number(/data-bits="(\d+)"/.exec(page.text)?.[1])
  }
  await planted(150, 4)
  assert.equal(await bits(), undefined, 'those who share it may be about to pay')
  await planted(20, 6)
  const worked = solved(await send(church, ip, filled(church.fund_id)))
  assert.equal(await bits(), 16)
  assert.equal((await send(church, '198.51.100.6', filled(church.fund_id))).status, 303)
  await planted(150, 6)
  assert.equal(await bits(), 22)
  assert.equal((await send(church, ip, worked)).status, 303, 'nobody who worked is shut out')
  await planted(1_000, 6)
  const full = await send(church, ip, filled(church.fund_id))
  assert.equal(full.status, 429)
  assert.match(full.text, /Too many gifts were started from your connection/)
  assert.match(full.text, /value="ada@example\.org"/, 'what was typed is shown again')
  const other = await send(church, '198.51.100.7', filled(church.fund_id))
  assert.match(other.text, /One moment, please/, 'others are asked, as in any crowd')
  // Those of the hour before count no more.
  await planted(1_000, 61)
  assert.equal((await send(church, ip, filled(church.fund_id))).status, 303)
})

test('a form that brings the work it was asked for is not counted once more', async () => {
  const church = await service.givingChurch('development')
  await plant(church, 200)
  const ip = '198.51.100.20'
  const worked = solved(await send(church, ip, filled(church.fund_id)))
  let last = 200
  for (let n = 0; n < 40 && last !== 429; n += 1) last = (await send(church, ip, filled(church.fund_id))).status
  assert.equal(last, 429, 'the address has sent its forms of the minute')
  assert.equal((await send(church, ip, worked)).status, 303)
  const invented = { ...filled(church.fund_id), challenge: `16.1.${'x'.repeat(24)}`, answer: '1' }
  assert.equal((await send(church, ip, invented)).status, 429)
})

test('which gifts came from one address is kept for a day, as something that names no address', async () => {
  const church = await service.givingChurch('development')
  await send(church, '198.51.100.8', filled(church.fund_id))
  const senders = () =>
    service.database.read.all<{ sender: string | null }>(
      sql`select sender from gifts where church_id = ${church.church.id}`,
    )
  const [{ sender } = { sender: null }] = await senders()
  assert.match(sender ?? '', /^[\w-]{24}$/)
  await forgetSenders(givingParts(service))
  assert.notEqual((await senders())[0]?.sender, null)
  await service.database.write(0, tx =>
    tx.run(sql`update gifts set created_at = now() - interval '25 hours' where church_id = ${church.church.id}`),
  )
  await forgetSenders(givingParts(service))
  assert.deepEqual(await senders(), [{ sender: null }])
})

test('a browser does the work by itself; the page is small, accessible, and runs that one script only', {
  skip: SKIP,
}, async () => {
  const church = await service.givingChurch('development')
  await plant(church, 200)
  const asked = await send(church, '198.51.100.9', filled(church.fund_id))
  const script = /<script>([\s\S]*)<\/script>/.exec(asked.text)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  const policy = asked.headers.get('content-security-policy') ?? ''
  assert.ok(policy.includes(`script-src 'sha256-${hash}'`) && policy.includes("default-src 'none'"), policy)
  assert.ok(asked.text.length < 6_000, `${asked.text.length} characters`)
  const form = await fetch(church.page)
  assert.doesNotMatch(form.headers.get('content-security-policy') ?? '', /script-src/)
  const context = await (await sharedBrowser()).newContext({ javaScriptEnabled: true })
  const page = await context.newPage()
  const complaints: string[] = []
  const isComplaint = (text: string): boolean => !text.startsWith("Loading the image 'data:,'")
  page.on('console', message => void (isComplaint(message.text()) && complaints.push(message.text())))
  page.on('pageerror', error => void complaints.push(String(error)))
  await page.goto(church.page)
  await page.getByLabel('Amount in NGN').fill('1,500')
  await page.getByLabel('Your name').fill('Ada Obi')
  await page.getByLabel('Your email address').fill('ada@example.org')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  // How many tries the work takes is chance, and this browser does not optimize: most are done in seconds, not each.
  await page.getByRole('heading', { name: 'Test payment' }).waitFor({ timeout: 180_000 })
  assert.deepEqual(complaints, [])
  await context.close()
  const quiet = await (await sharedBrowser()).newContext({ javaScriptEnabled: false })
  const still = await quiet.newPage()
  await still.goto(church.page)
  await still.getByLabel('Amount in NGN').fill('1,500')
  await still.getByLabel('Your name').fill('Ben Obi')
  await still.getByLabel('Your email address').fill('ben@example.org')
  await still.getByRole('button', { name: 'Continue to payment' }).click()
  await still.getByText(/please wait 60 seconds/i).waitFor()
  await still.getByRole('button', { name: 'Continue to payment' }).click()
  await still.getByText(/please wait \d\d seconds/i).waitFor()
  await quiet.close()
  const plain = await (await sharedBrowser()).newContext()
  const shown = await plain.newPage()
  await shown.setContent(asked.text.replace(/<script>[\s\S]*<\/script>/, ''))
  assert.deepEqual(await accessibilityProblems(shown), [])
  await plain.close()
})
