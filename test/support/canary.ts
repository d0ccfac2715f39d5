/** A person of whom every place in the database that can tell of people has something. */
import assert from 'node:assert/strict'
import { sql } from '../../src/db/sql.ts'
import { addDevice } from '../../src/modules/messaging/devices.ts'
import { mergePeople } from '../../src/modules/people/merge.ts'
import { addTag } from '../../src/modules/people/tags.ts'
import { createCampaign } from '../../src/modules/pledges/keep-campaign.ts'
import { BY, csv, importInto } from './import.ts'
import { useOutbox } from './messaging.ts'
import type { TestChurch, TestService } from './service.ts'

/** Every value of the person says one of these. */
const CANARY = 'canary'
export const PHONE = '+2348031112222'
export const SAYS = [CANARY, PHONE.slice(1)]

/** Puts them on record, with a second record that was merged into theirs. @returns their id */
export async function canary(service: TestService, church: TestChurch): Promise<number> {
  const { id } = church.church
  await church.set({ modules: ['care', 'giving', 'groups'] })
  await useOutbox(service, church)
  await service.database.write(id, tx =>
    tx.run(sql`insert into webhook_endpoints (church_id, url, events, secret, status, status_since, created_at, updated_at)
      values (${id}, 'https://example.org/', '{*}', 'x', 'paused', now(), now(), now())`),
  )
  const post = async (path: string, body: object, key?: string): Promise<number> => {
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
    const { status, json, text } = await church.send('POST', path, body, { headers })
    assert.ok(status < 300, text)
    return json.data.id
  }
  const family_id = await post('/families', { name: 'Canary family', phone: PHONE, address: 'Canary Road 1' })
  const whole = {
    title: 'Canary',
    first_name: 'Zyxcanary',
    middle_name: 'Midcanary',
    last_name: 'Quuxcanary',
    gender: 'canary',
    marital_status: 'canary',
    dob: '1990-01-01',
    email: 'zyx@canary.example',
    phone: PHONE,
    phone2: '08031112223',
    whatsapp: '08031112224',
    address: 'Canary Road 1',
    city: 'Canary City',
    state: 'Canary State',
    postal_code: 'CANARY',
    occupation: 'canary keeper',
    employer: 'Canary & Co',
    source: 'canary',
    photo_url: 'https://example.org/canary.jpg',
    custom: { nickname: 'Canary' },
    family_id,
    family_role: 'canary',
    language: 'sw',
  }
  const person = await post('/people', whole, 'person')
  const double = await post('/people', { ...whole, email: 'double@canary.example', phone: null, dedupe: false })
  await church.send('PATCH', `/people/${person}`, { email: 'former@canary.example' })
  await church.send(
    'PATCH',
    `/people/${person}`,
    { email: 'zyx@canary.example' },
    { headers: { 'Idempotency-Key': 'patch' } },
  )
  for (const one of [person, double]) await church.act(addTag, { id: one, tag: `Canary ${one}` })
  await church.act(mergePeople, { keep: person, remove: double })
  const gift = {
    amount: 500,
    method: 'cash',
    note: 'canary note',
    donor_phone: PHONE,
    donor_email: 'zyx@canary.example',
  }
  await post('/contributions', { ...gift, person_id: person }, 'gift')
  await post('/contributions', { ...gift, donor_name: 'A. Canary', donor_email: 'former@canary.example' })
  await post('/prayer_requests', { person_id: person, body: 'canary prayer' }, 'prayer')
  const group_id = await post('/groups', { name: 'Yaba', kind: 'cell' })
  await service.database.write(id, async tx => {
    await tx.run(sql`insert into statements (church_id, number, kind, person_id, sent_person_id, branch_id, people, giver, year,
        from_on, to_on, currency, base_total, gifts, figures, sha256, issued_on, as_of, created_at, updated_at)
      values (${id}, 'S-2025-000001', 'statement', ${person}, ${person}, ${church.church.hq_branch_id}, array[${person}::bigint],
        'Z. Canary', 2025, '2025-01-01', '2025-12-31', 'NGN', 0, 0, '{}', sha256('{}'), now(), now(), now(), now())`)
    await tx.run(sql`with run as (
        insert into statement_runs (church_id, from_on, to_on, by, status, as_of, created_at)
        values (${id}, '2025-01-01', '2025-12-31', 'person', 'issued', now(), now()) returning id)
      insert into statement_drafts (church_id, run_id, person_id, people, who, lines)
      select ${id}::bigint, id, ${person}::bigint, array[${person}::bigint], '{"name":"Canary"}', '[]' from run`)
    await tx.run(sql`with years as (
        insert into school_years (church_id, name, starts_on, ends_on, created_at, updated_at)
        values (${id}, 'one', '2025-09-01', '2026-07-01', now(), now()),
          (${id}, 'two', '2026-09-01', '2027-07-01', now(), now()) returning id),
      one as (insert into promotions (church_id, from_year_id, to_year_id, created_at, updated_at)
        select ${id}::bigint, min(id), max(id), now(), now() from years returning id)
      insert into promotion_moves (church_id, promotion_id, person_id, from_group_id, action, grade_before)
      select ${id}::bigint, id, ${person}::bigint, ${group_id}::bigint, 'stay', 'canary' from one`)
  })
  const days = { starts_on: '1990-01-01', ends_on: '1990-12-31' }
  const { id: campaign_id } = await church.act(createCampaign, { name: 'Roof', fund_id: church.fund_id, ...days })
  await post('/pledges', { campaign_id, person_id: person, amount: 500, note: 'canary pledge' }, 'pledge')
  await post('/pledges', { campaign_id, donor_name: 'Canary', donor_email: 'former@canary.example', amount: 500 })
  const membership = await post('/group_members', { group_id, person_id: person })
  await church.send('PATCH', `/group_members/${membership}`, { status: 'left', left_reason: 'canary moved' })
  await post('/group_members', { group_id, person_id: person, role: 'leader' })
  const said = 'We meet at the house of Zyxcanary Midcanary Quuxcanary.'
  await post('/group_posts', { group_id, person_id: person, body: said }, 'post')
  await post('/join_requests', { group_id, name: 'Canary', email: 'former@canary.example', message: 'canary asks' })
  const { full_name } = (await church.send('GET', `/people/${person}`)).json.data
  const report = { group_id, held_on: '2026-03-04', came_ids: [person], note: `${full_name} asks for prayer` }
  await post('/group_reports', report)
  const meeting = { name: 'Sunday', held_on: '2026-03-01', local_time: '09:00' }
  const meeting_id = (await church.send('POST', '/meetings', meeting)).json.data.id
  await post('/attendances', { meeting_id, person_id: person, note: 'canary mark' })
  const child = { person_id: person, grade: 'canary', label_note: 'canary label', emergency_name: 'Canary' }
  await post('/child_details', child, 'child')
  await post('/prayer_requests', { name: 'Canary', email: 'former@canary.example', body: 'canary prayer by name' })
  await church.act(addDevice, {
    person_id: person,
    kind: 'development',
    address: 'canary-device',
    name: 'Canary phone',
  })
  await post('/messages', { channel: 'sms', person_id: person, body: 'Dear canary' }, 'message')
  await post('/messages', { channel: 'email', to: 'former@canary.example', subject: 'Canary', body: 'Dear canary' })
  const people = 'first_name,last_name,email,custom.nick\nZyxcanary,Quuxcanary,zyx@canary.example,Canary\n'
  const options = { update: true, dedupe: true, newRows: true }
  await importInto(
    service.database,
    church.church,
    'people',
    { file: csv(people), by: BY, options },
    { now: new Date() },
  )
  const gifts = 'amount,donor_email,note\n700,zyx@canary.example,canary import\n'
  await importInto(service.database, church.church, 'contributions', { file: csv(gifts), by: BY }, { now: new Date() })
  await plant(service, church, person)
  return person
}

/** What others than the API put there. */
async function plant(service: TestService, church: TestChurch, person: number): Promise<void> {
  const { id, hq_branch_id: branch } = church.church
  const planted = [
    sql`insert into inbox (church_id, channel, provider, provider_id, person_id, "from", "to", body, created_at)
      values (${id}, 'sms', 'development', 'in-1', ${person}, ${PHONE}, '1', 'canary hello', now()),
        (${id}, 'sms', 'development', 'in-2', null, ${PHONE}, '1', 'canary again', now())`,
    sql`insert into kept_links (church_id, kind, subject_id, person_id, hash, prefix, made_by, created_at)
      select ${id}, 'group', id, ${person}, decode(repeat('0', 64), 'hex'), 'canary', 'Ada', now() from groups where church_id = ${id}`,
    sql`insert into message_opt_outs (church_id, channel, address, created_at) values (${id}, 'sms', ${PHONE}, now())`,
    sql`insert into messages (church_id, person_id, branch_id, channel, "to", body, status, source, provider, provider_id,
        error, created_at, updated_at)
      values (${id}, ${person}, ${branch}, 'sms', ${PHONE}, 'canary', 'failed', 'api', 'development', 'm-canary',
        'refused: canary is no number', now(), now()),
      (${id}, ${person}, ${branch}, 'sms', ${PHONE}, 'waiting canary', 'waiting', 'api', null, null, null, now(), now())`,
    sql`insert into messages (church_id, branch_id, channel, "to", subject, body, status, source, created_at, updated_at)
      values (${id}, ${branch}, 'email', 'caller@example.org', 'Call Zyxcanary Midcanary Quuxcanary',
        'Call Zyxcanary Midcanary Quuxcanary today', 'sent', 'reminder', now(), now())`,
    sql`insert into reminders (church_id, kind, subject_id, step, person_id, due_at, title, text, created_at)
      select ${id}::bigint, 'test', 1, 1, ${person}::bigint, now() + interval '1 day', 'canary', 'canary', now()
      union all select ${id}::bigint, 'test', 2, 1, max(p.id), now() + interval '1 day', 'Visit Zyxcanary Midcanary Quuxcanary', '', now()
      from people as p where p.church_id = ${id} and p.id <> ${person} and not p.removed`,
    sql`insert into tasks (church_id, branch_id, title, person_id, assignee_person_id, due_on, note, created_at, updated_at)
      values (${id}, ${branch}, 'canary call', ${person}, null, now(), 'canary', now(), now()),
        (${id}, ${branch}, 'Sing', null, ${person}, now(), null, now(), now()),
        (${id}, ${branch}, 'Visit Zyxcanary Midcanary Quuxcanary', null, null, now(), 'Zyxcanary Midcanary Quuxcanary is ill', now(), now())`,
    sql`insert into envelopes (church_id, series, number, person_id, branch_id, valid_from, created_at, updated_at)
      values (${id}, 'Canary', 17, ${person}, ${branch}, now(), now(), now())`,
    sql`insert into message_receipts (church_id, provider, provider_id, status, error, created_at)
      values (${id}, 'development', 'm-canary', 'failed', 'canary', now() - interval '1 hour')`,
    sql`with batch as (
        insert into message_batches (church_id, key, user_id, user_name, audience, channel, subject, body, total,
          created_at, finished_at)
        values (${id}, 'key', 'user', 'Grace', 'audience', 'email', 'Canary', 'Dear canary', 1, now(), now()) returning id)
      insert into message_batch_recipients (church_id, batch_id, person_id) select ${id}, id, ${person} from batch`,
    sql`insert into gifts (church_id, reference, form_id, person_id, fund_id, branch_id, amount, currency, provider,
        donor_name, donor_email, note, checkout_url, sender, status, is_test, created_at, updated_at)
      values (${id}, 'gift-1', 'form-1', ${person}, ${church.fund_id}, ${branch}, 100, 'NGN', 'development', 'Zyx Canary',
          'zyx@canary.example', 'canary', 'https://pay.example/canary', 'canary', 'failed', true, now(), now()),
        (${id}, 'gift-2', 'form-2', null, ${church.fund_id}, ${branch}, 100, 'NGN', 'development', 'Zyx Canary',
          'former@canary.example', null, 'https://pay.example/canary', null, 'pending', true, now(), now())`,
    sql`insert into refunds (church_id, gift_id, branch_id, reference, provider, amount, currency, source, status, reason,
        created_at, updated_at)
      select ${id}, id, ${branch}, 'refund-1', 'development', 100, 'NGN', 'console', 'failed', 'canary asked for it', now(), now()
      from gifts where church_id = ${id} and reference = 'gift-1'`,
    sql`with mandate as (insert into mandates (church_id, provider, is_test, customer_ref, token, kind, brand, last4, status, consent,
          consented_at, created_at, updated_at)
        values (${id}, 'paystack', true, 'zyx@canary.example', null, 'card', 'visa', '4242', 'ended', 'Yes', now(), now(), now())
        returning id)
      insert into recurring_gifts (church_id, form_id, person_id, fund_id, branch_id, amount, currency, frequency, mode, status,
        anchor_on, next_on, mandate_id, donor_name, donor_email, note, sender, is_test, created_at, updated_at)
      select ${id}::bigint, 'form-1', ${person}::bigint, ${church.fund_id}::bigint, ${branch}::bigint, 100, 'NGN', 'monthly', 'charge',
        'active', '2199-01-31'::date, '2199-02-28'::date, id, 'Zyx Canary', 'zyx@canary.example', 'canary', 'canary', true, now(), now()
      from mandate
      union all select ${id}::bigint, 'form-2', null, ${church.fund_id}::bigint, ${branch}::bigint, 100, 'NGN', 'monthly', 'remind',
        'pending', '2199-01-31'::date, null::date, null::bigint, 'Zyx Canary', 'former@canary.example', 'canary', 'canary', true, now(), now()`,
    // As an import leaves it that made their family, too.
    sql`insert into import_records (church_id, import_id, line, resource, record_id, action, written)
      select ${id}, max(r.import_id), 1, 'families', max(p.family_id), 'created', '{"name": "Canary household"}'
      from import_records as r, people as p where r.church_id = ${id} and p.church_id = ${id} and p.id = ${person}`,
    sql`insert into notices (church_id, kind, title, body, created_at)
      values (${id}, 'test', 'Zyxcanary Midcanary Quuxcanary has a question', 'Call them.', now()),
        (${id}, 'test', 'A question', ${`From zyx@canary.example`}, now())`,
    sql`insert into import_mappings (church_id, kind, layout, mapping, used_at)
      values (${id}, 'people', 'a', '{"values": {"status": {"zyxcanary midcanary quuxcanary": "member"}}}', now())`,
    sql`insert into import_mappings (church_id, kind, layout, mapping, used_at)
      select ${id}, 'contributions', 'b', jsonb_build_object('names', jsonb_build_object('match', true, 'said',
        jsonb_build_object('canary z', member_no))), now() from people where church_id = ${id} and id = ${person}`,
    sql`with file as (insert into import_files (church_id, user_id, user_name, membership, role, name, bytes, status,
          said, report, created_at, updated_at)
        values (${id}, 'user', 'Grace', 1, 'owner', 'canary.csv', 1, 'checked', '{"a": "canary"}', '{"a": "canary"}',
          now(), now()) returning id),
      parts as (insert into import_file_parts (church_id, file_id, part, data) select ${id}, id, 0, 'canary' from file)
      insert into import_file_rows (church_id, file_id, line, bucket, shown)
        select ${id}, id, 2, 'new', '{"said": {"email": "zyx@canary.example"}}' from file`,
    sql`insert into webhook_attempts (church_id, delivery_id, number, started_at, endpoint_id, event_id, event, kind, url,
        duration_ms, outcome, status, response)
      select church_id, id, 1, now(), endpoint_id, event_id, 'person.created', 'event', 'https://example.org/', 5,
        'delivered', 200, 'Thank you, canary' from webhook_deliveries where church_id = ${id} limit 1`,
    sql`insert into not_duplicates (church_id, person_id, other_id, created_at)
      select ${id}, ${person}, max(id), now() from people where church_id = ${id}`,
    sql`insert into likely_duplicates (church_id, person_id, other_id, strength, reasons)
      select ${id}, ${person}, max(id), 1, '{canary}' from people where church_id = ${id}`,
    sql`insert into compared_keys (church_id, person_id, key) values (${id}, ${person}, 'zyx@canary.example')`,
  ]
  for (const statement of planted) await service.database.write(id, tx => tx.run(statement))
}
