/** POST /prayer_requests (spec, Module resources; decisions, Care). */
import type { Db, TextRow, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { canSee } from '../../resource/caller.ts'
import { type Answer, type WriteContext, write } from '../../resource/resource.ts'
import { defaultBranch, NO_SUCH_BRANCH } from '../church/visible-branch.ts'
import { NO_SUCH_PERSON, type VisiblePerson, visiblePerson } from '../people/visible-person.ts'
import { type PrayerRequestInput, prayerRequestFields, prayerRequestPrinter } from './fields.ts'

export const create = write({
  fields: prayerRequestFields,
  creates: true,
  unknown: 'ignore',
  doc: 'Records a prayer request',
  example: { name: 'Ada', body: 'For my mother, who is ill', source: 'website' },
  lookedUp: ({ person_id }: PrayerRequestInput) => (typeof person_id === 'number' ? ['branch_id'] : []),
  check: resolve,
  async run(
    tx: Tx,
    { caller }: WriteContext,
    input: PrayerRequestInput,
    asking: VisiblePerson | undefined,
  ): Promise<Answer> {
    const branch_id = input.branch_id ?? asking?.branch_id ?? defaultBranch(caller)
    const request = { ...input, person_id: asking?.id ?? null, branch_id }
    const row = await insert(tx, caller.church.id, request)
    const data = prayerRequestPrinter.print(row)
    await record(tx, caller.church, 'care.prayer_request_created', data)
    return { status: 201, data, created: Number(prayerRequestPrinter.column(row, 'id')) }
  },
})

/** Finds who asks and names what cannot be used. */
async function resolve(
  db: Db,
  { caller }: WriteContext,
  input: PrayerRequestInput,
  problems: Problems,
): Promise<VisiblePerson | undefined> {
  checkAsking(input, problems)
  if (input.branch_id !== undefined && !canSee(caller, input.branch_id)) problems.add('branch_id', NO_SUCH_BRANCH)
  if (typeof input.person_id !== 'number') return undefined
  const asking = await visiblePerson(db, caller, input.person_id)
  if (asking === undefined) problems.add('person_id', NO_SUCH_PERSON)
  return asking
}

const ASKING = ['person_id', 'name', 'is_anonymous']

function checkAsking({ person_id, name, is_anonymous }: PrayerRequestInput, problems: Problems): void {
  // What was sent and cannot be read may have been meant to tell who asks.
  if (is_anonymous || person_id || name || ASKING.some(field => problems.has(field))) return
  problems.add('person_id', 'is required, or name, unless is_anonymous is true')
  problems.add('name', 'is required, or person_id, unless is_anonymous is true')
}

type Request = PrayerRequestInput & { person_id: number | null; branch_id: number }

/** @returns the row as `prayerRequestPrinter` expects it */
async function insert(tx: Tx, church: number, request: Request): Promise<TextRow> {
  const { name, email, phone, category, is_urgent, is_public, is_anonymous } = request
  const [row = []] = await tx.text(sql`insert into prayer_requests as t (church_id, person_id, name, email, phone,
      branch_id, category, body, is_urgent, is_public, is_anonymous, source, created_at, updated_at)
    values (${church}, ${request.person_id}, ${name ?? null}, ${email ?? null}, ${phone ?? null},
      ${request.branch_id}, ${category ?? null}, ${request.body ?? ''}, ${is_urgent ?? false}, ${is_public ?? false},
      ${is_anonymous ?? false}, ${request.source ?? 'api'}, ${tx.now}::timestamptz, ${tx.now}::timestamptz)
    returning ${prayerRequestPrinter.columns}`)
  return row
}
