/** A new series for a new year: everybody keeps their number, and the old envelopes end the day before. */
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { addDays } from '../../lib/calendar.ts'
import { action, view } from '../../resource/action.ts'
import { churchWide, FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { type EnvelopeOwner, envelopeOwner } from '../contributions/envelope-owner.ts'

export const rollOver = action({
  name: 'envelopes.roll_over',
  logged: 'Began a new series of envelopes',
  asks: 'Begin a new series?',
  confirm: 'Whoever has an envelope of the old series keeps the number. The old envelopes end the day before.',
  submit: 'Begin it',
  done: 'The new series has begun.',
  may: churchWide(FINANCE),
  fields: {
    series: field.line(60).settable().label('Old series', 'Empty for the usual envelopes'),
    next_series: field.line(60).settable().label('New series', 'Empty for the usual envelopes'),
    valid_from: field.date().required().label('First day'),
  },
  target: ({ next_series = '' }) => next_series,
  async run(tx, { caller, note }, { series = '', next_series = '', valid_from }): Promise<{ given_out: number }> {
    const church = caller.church.id
    await tx.run(sql`select 1 from churches where id = ${church} for no key update`)
    const next = next_series === '' ? null : next_series
    const problems = new Problems()
    const taken = await tx.first<{ n: number }>(sql`select count(*)::int as n from envelopes
      where church_id = ${church} and lower(coalesce(series, '')) = lower(${next_series}::text)
        and lower(coalesce(series, '')) <> lower(${series}::text) and (valid_to is null or valid_to >= ${valid_from}::date)`)
    if ((taken?.n ?? 0) > 0)
      problems.add('next_series', because('has {count} envelopes from that day on already', { count: taken?.n ?? 0 }))
    const later = await tx.first(sql`select 1 from envelopes where church_id = ${church}
      and lower(coalesce(series, '')) = lower(${series}::text) and valid_from >= ${valid_from}::date limit 1`)
    if (later !== undefined)
      problems.add('valid_from', because('must be after the first day of each envelope of the old series'))
    problems.throwIfAny()
    const old = sql`church_id = ${church} and lower(coalesce(series, '')) = lower(${series}::text)
      and valid_from < ${valid_from}::date and (valid_to is null or valid_to >= ${valid_from}::date)`
    const rows = await tx.all<{
      id: number
    }>(sql`insert into envelopes (church_id, series, number, person_id, family_id, branch_id,
        valid_from, valid_to, created_at, updated_at)
      select ${church}, ${next}, number, person_id, family_id, branch_id, ${valid_from}::date, null, ${tx.now}::timestamptz,
        ${tx.now}::timestamptz from envelopes where ${old} order by number, id returning id`)
    await tx.run(sql`update envelopes set valid_to = ${addDays(valid_from, -1)}::date, updated_at = ${tx.now}::timestamptz
      where ${old}`)
    note({ detail: { given_out: rows.length } })
    return { given_out: rows.length }
  },
})

export const envelopeOwnerView = view({
  name: 'envelope_owner',
  may: within(FINANCE),
  fields: {
    number: field.line(80).required().doc('As it is typed: 17, or Easter 2027 17'),
    on: field.date().required().doc('The day of the gift'),
  },
  async run({ read }, caller, { number, on }): Promise<{ owner: EnvelopeOwner | null }> {
    return { owner: (await envelopeOwner(read, caller, number, on)) ?? null }
  },
})
