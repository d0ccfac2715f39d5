/** Whose envelope a number is, on the day that it was given. */
import { type Db, idArray, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Caller, canSee } from '../../resource/caller.ts'

/** Who owns an envelope, and who of them is the giver. */
export interface EnvelopeOwner {
  envelope_id: number
  series: string | null
  number: number
  family_id: number | null
  /** The person, or of a family its head. Null for a family without anybody. */
  person_id: number | null
  full_name: string | null
  /** Of the person. */
  branch_id: number | null
}

const FORM = /^(.*?)[\s#-]*(?<!\d)(\d{1,7})$/

/** What somebody typed: `17`, `#17`, `Easter 2027 17`. The last number is that of the envelope, what stands before it the series. */
export function readEnvelope(text: string): { series: string | null; number: number } | undefined {
  const [, series = '', digits] = FORM.exec(text.trim()) ?? []
  const number = Number(digits)
  if (digits === undefined || number < 1) return undefined
  return { series: series.trim() === '' ? null : series.trim(), number }
}

/** Of a family: the head, then the spouse, then whoever was first on record. */
const ORDER = sql`case when p.family_role = 'head' then 0 when p.family_role = 'spouse' then 1
  when p.family_role = 'child' then 3 else 2 end, p.id`

/**
 * The owner of an envelope on a day, in the sight of who asks. A number without a series is one of the usual envelopes, or, where
 * no usual one has it, of the only series that does.
 */
export async function envelopeOwner(
  db: Db | Tx,
  caller: Caller,
  text: string,
  on: string,
): Promise<EnvelopeOwner | undefined> {
  const { church, visible } = caller
  const asked = readEnvelope(text)
  if (asked === undefined) return undefined
  const seen = visible === null ? sql`true` : sql`branch_id = any(${idArray(visible)})`
  const found = await db.all<Omit<EnvelopeOwner, 'envelope_id' | 'full_name' | 'branch_id'> & { id: number }>(sql`
    select id, series, number, person_id, family_id from envelopes where church_id = ${church.id} and number = ${asked.number}
      and valid_from <= ${on}::date and (valid_to is null or valid_to >= ${on}::date) and ${seen}
      and (${asked.series}::text is null or lower(series) = lower(${asked.series}::text)) order by series nulls first, id`)
  const [first, ...others] = found
  if (first === undefined || (first.series !== null && others.length > 0)) return undefined
  const { id: envelope_id, ...envelope } = first
  const giver = await db.first<{
    id: number
    full_name: string
    branch_id: number
  }>(sql`select p.id, p.full_name, p.branch_id
    from people as p where p.church_id = ${church.id} and not p.removed
      and (p.id = ${envelope.person_id} or (p.family_id = ${envelope.family_id} and p.status <> 'deceased'))
    order by ${ORDER} limit 1`)
  // Who was moved out of sight since is not told of by their number either.
  if (giver !== undefined && !canSee(caller, giver.branch_id)) return undefined
  return {
    ...envelope,
    envelope_id,
    person_id: giver?.id ?? null,
    full_name: giver?.full_name ?? null,
    branch_id: giver?.branch_id ?? null,
  }
}
