/** Sends givers the links to their statements. */
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { action, view } from '../../resource/action.ts'
import { putOnAgenda } from '../../resource/agenda.ts'
import { FINANCE, within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { MAY_ISSUE, shownStatement } from './issue.ts'
import { STATEMENT_RUNS } from './run-step.ts'
import { sendSome } from './send-link.ts'
import { statements } from './statements.ts'

export const sendStatement = action({
  name: 'statements.send',
  label: 'Send the link',
  logged: 'Sent the link to a statement',
  asks: 'Send the giver a link by e-mail?',
  confirm: 'The link asks for their birthday. It holds for 90 days; one that was sent before ends.',
  submit: 'Send',
  done: 'The link is on its way.',
  may: MAY_ISSUE,
  fields: { id: field.ref().required() },
  on: statements,
  when: { status: ['issued'] },
  async run(tx, { caller, clock }, { id }) {
    const sent = await sendSome(tx, caller.church, sql`t.id = ${id}`, 1, clock.now())
    const problems = new Problems()
    if (sent === 0) problems.add('id', because('is of a giver without an e-mail address: print it'))
    problems.throwIfAny()
    return await shownStatement(tx, caller, id)
  },
})

export const sendAll = action({
  name: 'statements.send_all',
  logged: 'Sent links to statements',
  done: 'The links are on their way.',
  may: MAY_ISSUE,
  stepUp: true,
  fields: { run_id: field.integer(1).required() },
  target: ({ run_id }) => String(run_id),
  async run(tx, { caller, clock }, { run_id: id }): Promise<{ id: number }> {
    const church = caller.church.id
    const row = await tx.first(sql`update statement_runs set sends = true
      where church_id = ${church} and id = ${id} and status = 'issued' returning id`)
    const problems = new Problems()
    if (row === undefined) problems.add('run_id', because('names no statements that were issued together'))
    problems.throwIfAny()
    await putOnAgenda(tx, church, STATEMENT_RUNS, id, clock.now())
    return { id }
  },
})

/** Statements that were issued together, and how far that is. */
export interface ShownRun {
  id: number
  from_on: string
  to_on: string
  by: 'person' | 'family'
  status: 'preparing' | 'issuing' | 'issued'
  total: number
  issued: number
  sends: boolean
  issued_by: string | null
  created_at: string
  /** Of its statements: links sent, opened, and those without a link. */
  sent: number
  opened: number
  unsent: number
}

const MOST_RUNS = 5

/** The latest runs. */
export const statementRuns = view({
  name: 'statement_runs',
  may: within(FINANCE),
  fields: {},
  async run({ read }, { church, visible }): Promise<{ runs: ShownRun[] }> {
    // Its counts are those of the whole church.
    if (visible !== null) return { runs: [] }
    const runs = await read.all<ShownRun>(sql`
      with latest as (select id, from_on::text as from_on, to_on::text as to_on, by, status, total, issued, sends, issued_by,
          to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
        from statement_runs where church_id = ${church.id} order by id desc limit ${MOST_RUNS}),
        counted as (select s.run_id, count(*) filter (where s.sent_at is not null)::integer as sent,
          count(*) filter (where s.opened_at is not null)::integer as opened,
          count(*) filter (where s.sent_at is null and s.status = 'issued')::integer as unsent
          from statements as s where s.church_id = ${church.id} and s.run_id in (select id from latest) group by s.run_id)
      select latest.*, coalesce(sent, 0) as sent, coalesce(opened, 0) as opened, coalesce(unsent, 0) as unsent
      from latest left join counted on counted.run_id = latest.id order by latest.id desc`)
    return { runs }
  },
})
