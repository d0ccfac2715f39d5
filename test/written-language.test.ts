/** In which language people are written to, and papers are printed for them (docs/decisions/0015-texts.md). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { pino } from 'pino'
import { doDue } from '../src/agenda/agenda-worker.ts'
import { kindsOf } from '../src/agenda/hints.ts'
import { sql } from '../src/db/sql.ts'
import { HOUSE } from '../src/house.ts'
import { groupReportsModule } from '../src/modules/group-reports/module.ts'
import { REPORTS_DUE } from '../src/modules/groups/reports-due.ts'
import { exportPerson } from '../src/modules/people/export-record.ts'
import { remindersModule } from '../src/modules/reminders/module.ts'
import { remind } from '../src/modules/reminders/remind.ts'
import { issueOne } from '../src/modules/statements/issue.ts'
import { sendStatement } from '../src/modules/statements/send.ts'
import { postNotice } from '../src/notices/notice.ts'
import { putOnAgenda } from '../src/resource/agenda.ts'
import { doingOn } from '../src/resource/step.ts'
import { msg } from '../src/texts/language.ts'
import { member, visitor } from './support/console.ts'
import { type MailServer, startMailServer } from './support/mail-server.ts'
import { useOutbox } from './support/messaging.ts'
import { readMail } from './support/read-mail.ts'
import { readPdf, textOf } from './support/read-pdf.ts'
import { eventually } from './support/receiver.ts'
import { startService, type TestChurch, type TestService } from './support/service.ts'
import { BY_HAND, statementDesk } from './support/statements.ts'

/** A Wednesday, noon in Lagos. */
const START = Date.parse('2026-11-18T11:00:00Z')
const KINDS = kindsOf([groupReportsModule, remindersModule])

let mail: MailServer
let service: TestService
let church: TestChurch
let now: number
const at = { service: undefined as unknown as TestService, church: undefined as unknown as TestChurch }
const desk = statementDesk(at)

before(async () => {
  mail = await startMailServer()
  service = await startService(
    { SEXTON_SMTP_URL: mail.url, SEXTON_MAIL_FROM: 'sexton@example.org', SEXTON_LANGUAGE: 'es' },
    { clock: { now: () => new Date(START) }, modules: BY_HAND },
  )
})
after(async () => {
  await service.close()
  await mail.close()
})
beforeEach(async () => {
  church = await service.church()
  await church.set({ modules: ['groups', 'giving'] })
  await useOutbox(service, church)
  Object.assign(at, { service, church })
  now = START
})

/** Does what is due at a moment. @returns the messages of the church by receiver, those of the last first */
async function come(moment: string): Promise<{ to: string; subject: string; body: string }[]> {
  now = Date.parse(moment)
  const clock = { now: () => new Date(now) }
  const parts = { ...doingOn(service.database, clock, HOUSE, service.config), clock, log: pino({ level: 'silent' }) }
  await doDue({ ...parts, kinds: KINDS })
  await eventually('all have their outcome', async () => {
    const open = await service.database.read.first(sql`select 1 from messages
      where church_id = ${church.church.id} and status in ('waiting', 'sending')`)
    return open === undefined
  })
  return (await church.send('GET', '/messages')).json.data
}

test('a leader whose language is Portuguese is reminded in it, whatever their church speaks; one without in that of the church', async () => {
  await church.set({ language: 'fr' })
  const group = await desk.made('/groups', { name: 'Célula Central', kind: 'cell', reports: 'weekly' })
  for (const [first_name, language] of [
    ['Rosa', 'pt'],
    ['Jean', null],
  ]) {
    const person_id = await desk.made('/people', { first_name, email: `${first_name}@example.org`, language })
    await desk.made('/group_members', { group_id: group, person_id, role: 'leader', joined_on: '2026-01-01' })
  }
  const { id } = church.church
  await desk.made('/meetings', {
    ...{ name: 'Cell', group_id: group, held_on: '2026-11-18', local_time: '13:00', minutes: 60 },
  })
  await service.database.write(id, tx => putOnAgenda(tx, id, REPORTS_DUE, id, new Date('2026-11-18T16:00:00Z')))
  await come('2026-11-18T16:00:00Z')
  const messages = await come('2026-11-18T16:30:00Z')
  const [rosa, jean] = ['Rosa@example.org', 'Jean@example.org'].map(to => messages.find(one => one.to === to))
  assert.match(rosa?.subject ?? '', /^Por favor, entregue o relatório de Célula Central/)
  assert.match(rosa?.body ?? '', /quarta-feira, 18 de novembro/)
  assert.match(jean?.subject ?? '', /Célula Central/)
  assert.match(jean?.body ?? '', /mercredi 18 novembre/)
})

test('the language is that of the moment of sending; of the team their own counts, and several at once are counted in it', async () => {
  const owner = await member(service, church, 'owner')
  const { id } = church.church
  const membership = await service.database.read.first<{ id: number; user_id: string }>(
    sql`select id, user_id from memberships where church_id = ${id}`,
  )
  const said = { message: msg('It is due on {day}.'), values: { day: { day: '2026-11-20' } } }
  await service.database.write(id, async tx => {
    for (const subject of [1, 2]) {
      const to = { membership: membership?.id ?? 0 }
      const title = { message: msg('Due today: {title}'), values: { title: 'Call {Bo}' } }
      await remind(tx, church.church, new Date(now), { kind: 'test', subject, step: 1, to, title, text: said })
    }
  })
  assert.equal((await owner.inChurch('POST', '/actions/account.set_language', { language: 'fr' })).status, 200)
  const [sent] = await come('2026-11-18T11:30:00Z')
  assert.equal(sent?.to, owner.email)
  assert.equal(sent?.subject, '2 rappels')
  assert.match(sent?.body ?? '', /Call \{Bo\}[\s\S]*vendredi 20 novembre/)
})

test('without any language of their own, and of their church, people are written to in that of the installation', async () => {
  const { id } = church.church
  const person = await desk.person('Ada', { email: 'ada@example.org' })
  const title = { message: msg('Due today: {title}'), values: { title: 'Call Bo' } }
  await service.database.write(id, tx =>
    remind(tx, church.church, new Date(now), {
      ...{ kind: 'test', subject: 1, step: 1, to: { person }, title },
      text: { message: msg('It is due on {day}.'), values: { day: { day: '2026-11-20' } } },
    }),
  )
  const [sent] = await come('2026-11-18T11:30:00Z')
  assert.match(sent?.body ?? '', /viernes, 20 de noviembre/)
})

test('the statement of a French giver is on paper in French, days and amounts as their country writes them, and the mail to it, too', async () => {
  church = await service.church({
    name: 'Église de la Grâce',
    country: 'CI',
    currency: 'XOF',
    timezone: 'Africa/Abidjan',
  })
  Object.assign(at, { church })
  await useOutbox(service, church)
  await church.set({ modules: ['giving'], language: 'sw' })
  const awa = await desk.person('Awa', { email: 'awa@example.org', dob: '1980-02-29', language: 'fr' })
  const juma = await desk.person('Juma')
  for (const person of [awa, juma]) {
    await desk.made('/contributions', { person_id: person, amount: 1_250_000, given_on: '2025-03-01' })
  }
  const { id } = await church.act(issueOne, { person_id: awa, year: 2025 })
  const { text } = await desk.paperOf(id)
  assert.match(text, /Relevé de dons/)
  assert.match(text.replace(/\s/gu, ' '), /1 mars 2025/)
  assert.match(text.replace(/\s/gu, ' '), /1 250 000/)
  assert.doesNotMatch(text, /Statement|[Gg]ift|issued|Everything|To check|Taarifa/)
  const other = await church.act(issueOne, { person_id: juma, year: 2025 })
  assert.match((await desk.paperOf(other.id)).text, /Taarifa/, 'of who has no language on record in that of the church')
  await church.act(sendStatement, { id })
  const [sent] = await come('2026-11-18T11:30:00Z')
  assert.match(sent?.subject ?? '', /relevé.*Église de la Grâce/i)
  // The browser of an office in English opens the same paper.
  const path = await eventually('the link is sent', async () => {
    const { body } = (await service.database.read.first<{ body: string }>(sql`select body from outbox
      where church_id = ${church.church.id} order by id desc limit 1`)) ?? { body: '' }
    return /\/my\/statement\/\S+/.exec(body)?.[0]
  })
  const opened = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'Accept-Language': 'en' },
    body: new URLSearchParams({ birthday: '1980-02-29' }),
  })
  assert.equal(opened.headers.get('content-type'), 'application/pdf')
  const [first] = await readPdf(new Uint8Array(await opened.arrayBuffer()))
  assert.match(first ? textOf(first) : '', /Relevé de dons/)
})

test('what is on record about somebody is handed over in their language', async () => {
  const person = await desk.person('Awa', { language: 'fr' })
  const { page } = await church.act(exportPerson, { id: person })
  assert.match(page, /<html lang="fr" dir="ltr">/)
  assert.doesNotMatch(page, /What .* has on record/)
})

test('a notice is mailed in the language of the church', async () => {
  await church.set({ language: 'fr', notice_emails: ['office@example.org'] })
  const arrived = mail.next()
  await service.database.write(church.church.id, tx =>
    postNotice(tx, church.church.id, {
      kind: 'test',
      title: msg('Recurring gifts are on hold'),
      body: msg(
        'A gift could not be begun: {provider} said "{said}". Look at the account there; "{command}" sets it anew.',
      ),
      values: { provider: 'Stripe', said: 'no', command: 'sexton' },
    }),
  )
  const { headers, text } = readMail((await arrived).source)
  assert.match(headers.get('Subject') ?? '', /Les dons réguliers|=\?UTF-8/i)
  assert.match(text, /Stripe/)
  assert.doesNotMatch(text, /could not be begun|All notices/)
})

test('whoever forgot their password is mailed in the language that they chose', async () => {
  const owner = await member(service, church, 'owner')
  await owner.inChurch('POST', '/actions/account.set_language', { language: 'fr' })
  const arrived = mail.next()
  await visitor(service).ask('POST', '/auth/request-password-reset', { email: owner.email })
  const { text } = readMail((await arrived).source)
  assert.match(text, /Bonjour/)
})

test('errors of the API stay English, whatever the church and the browser speak', async () => {
  await church.set({ language: 'sw' })
  const headers = { 'Accept-Language': 'fr' }
  const { json } = await church.send('POST', '/people', { first_name: '' }, { headers })
  assert.deepEqual([json.error, json.errors], ['validation_failed', { first_name: 'is required' }])
  assert.match((await church.send('GET', '/people/999', undefined, { headers })).json.message ?? '', /^[\x20-\x7e]+$/)
})
