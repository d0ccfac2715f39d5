/** Imports classes with their teachers and pupils: all rows or none, in one transaction (decisions, School). */
import type { Db, Tx } from '../../db/database.ts'
import { every, sql } from '../../db/sql.ts'
import type { Problems } from '../../errors.ts'
import { fold } from '../../lib/fold.ts'
import type { Caller } from '../../resource/caller.ts'
import { type CheckedRow, type ImportColumns, readRows } from '../../resource/import.ts'
import { importer } from '../../resource/import-declaration.ts'
import type { ImportedRecord, Writing } from '../../resource/import-kept.ts'
import { targetsOf } from '../../resource/import-meanings.ts'
import type { Importing } from '../../resource/import-record.ts'
import { type ImportReport, leftOutNote, refuse } from '../../resource/import-report.ts'
import type { FromRow } from '../../resource/import-rows.ts'
import { sightOf } from '../../resource/limit.ts'
import { addGroup } from '../groups/edit-group.ts'
import { importMembers } from '../groups/import-members.ts'
import { groupsInSight } from '../groups/sight.ts'
import { visibleTo } from '../people/visible-person.ts'
import { OF_A_CLASS, setDetails } from './class-details.ts'
import { classFields } from './class-fields.ts'
import { currentYear, taughtYears } from './school-years.ts'

const { name, grade_from, grade_to } = classFields
const importFields = { name, grade_from, grade_to }
const PEOPLE = ['teacher', 'pupil'] as const
const ALIASES = { class: 'name', class_name: 'name', grade: 'grade_from', child: 'pupil', student: 'pupil' }

/** Over the columns of `school_classes`. */
const SIGHTED = { limitTo: 'branch_id', sight: groupsInSight } as const

/** A row whose class and people are known. */
interface ClassRow extends FromRow {
  said: { name: string; grade_from?: string | null; grade_to?: string | null }
  teacher?: number
  pupil?: number
}

type Row = CheckedRow<typeof importFields>

/**
 * Imports classes of the current year, one for each name: those that are not there are made. People are on record already,
 * and named by their whole name, member number or e-mail.
 */
export const importClasses = importer<ClassRow>({
  columns: 'class, grade, grade_to, teacher and pupil (each by whole name, member number or e-mail)',
  meanings: {
    targets: targetsOf(importFields, PEOPLE),
    titles: {
      class: 'name',
      'class name': 'name',
      grade: 'grade_from',
      teacher: 'teacher',
      pupil: 'pupil',
      child: 'pupil',
      student: 'pupil',
    },
    needs: [['name']],
  },
  understands: [],
  read: readClasses,
  write: writeClasses,
})

async function readClasses(db: Db, importing: Importing, report: ImportReport): Promise<ClassRow[]> {
  const { church, caller, file, options, progress } = importing
  const columns: ImportColumns<typeof importFields> = {
    fields: importFields,
    more: PEOPLE,
    aliases: ALIASES,
    readOnly: [...Object.keys(classFields).filter(one => !(one in importFields)), 'branch', 'group', 'parent'],
    ignoreUnknown: options.ignoreUnknown === true,
    leftOut: names => report.notes.push(leftOutNote(names)),
  }
  const rows: Row[] = []
  for await (const some of readRows(file, columns, church, progress)) rows.push(...some)
  const find = await peopleFinder(
    db,
    caller,
    rows.flatMap(({ more }) => PEOPLE.flatMap(one => more.get(one) ?? [])),
  )
  const classes = await classesOf(db, caller)
  const said = new Set<string>()
  return rows.flatMap((row): ClassRow[] => {
    report.rows += 1
    const { line, key, input, more, problems } = row
    const [teacher, pupil] = PEOPLE.map(one => find(one, more.get(one), problems))
    const folded = fold(input.name ?? '')
    if ((classes.get(folded)?.length ?? 0) > 1) problems.add('name', 'names several classes of this year')
    for (const one of [teacher, pupil]) {
      const again = `${folded}/${one}`
      if (one !== undefined && one === pupil && said.has(again)) problems.add('pupil', 'stands twice in this class')
      if (one === pupil) said.add(again)
    }
    if (problems.any) {
      refuse(report, row)
      return []
    }
    return [
      { line, key, said: { ...input, name: input.name ?? '' }, ...(teacher && { teacher }), ...(pupil && { pupil }) },
    ]
  })
}

type Find = (column: string, text: string | undefined, problems: Problems) => number | undefined

/** People in the caller's sight, by whole name, member number or e-mail. */
async function peopleFinder(db: Db, caller: Caller, texts: readonly string[]): Promise<Find> {
  const wanted = [...new Set(texts.map(fold))]
  const found = await db.all<{ id: number; names: string[] }>(sql`select id,
      array[folded(full_name), folded(member_no), folded(coalesce(email, ''))] as names
    from people where church_id = ${caller.church.id} and not removed and ${visibleTo(caller)}
      and array[folded(full_name), folded(member_no), folded(coalesce(email, ''))] && ${wanted}::text[]`)
  return (column, text, problems) => {
    if (text === undefined) return undefined
    const meant = found.filter(({ names }) => names.includes(fold(text)))
    if (meant.length === 0) problems.add(column, 'names nobody on record: add them first')
    if (meant.length > 1) problems.add(column, 'names several people: write their member number')
    return meant.length === 1 ? meant[0]?.id : undefined
  }
}

/** Classes that are taught now in the caller's sight, and those without a year, by name. */
async function classesOf(db: Db, caller: Caller): Promise<Map<string, number[]>> {
  const church = caller.church.id
  const found = await db.all<{ id: number; search: string }>(sql`select id, search from school_classes
    where ${every([sql`church_id = ${church}`, sql`status <> 'closed'`, ...sightOf(SIGHTED, caller)])}
      and (school_year_id is null or school_year_id in (${taughtYears(church)})) order by id`)
  const named = new Map<string, number[]>()
  for (const { id, search } of found) named.set(search, [...(named.get(search) ?? []), id])
  return named
}

async function writeClasses(tx: Tx, { caller, church, keep }: Writing, rows: readonly ClassRow[]): Promise<void> {
  const year = await currentYear(tx, church.id)
  const known = await classesOf(tx, caller)
  const kept: ImportedRecord[] = []
  const members: { line: number; group_id: number; person_id: number; role: string }[] = []
  for (const { line, said, teacher, pupil } of rows) {
    const { name, ...grades } = said
    const folded = fold(name)
    let [group_id] = known.get(folded) ?? []
    if (group_id === undefined) {
      group_id = (await addGroup(tx, caller, { ...OF_A_CLASS, name })).created ?? 0
      known.set(folded, [group_id])
      kept.push({ line, resource: 'groups', record_id: group_id, action: 'created', written: { name, kind: 'class' } })
      await setDetails(tx, church.id, group_id, { school_year_id: year ?? null, ...grades })
    } else if (Object.keys(grades).length > 0) await setDetails(tx, church.id, group_id, grades)
    if (teacher !== undefined) members.push({ line, group_id, person_id: teacher, role: 'leader' })
    if (pupil !== undefined) members.push({ line, group_id, person_id: pupil, role: 'member' })
  }
  // A line names one membership: that of its pupil before that of its teacher, who stands in several.
  const ordered = members.toSorted((one, other) => Number(one.role === 'leader') - Number(other.role === 'leader'))
  const made = await importMembers(tx, caller, ordered)
  const taken = new Set<number>()
  for (const [at, { line, role, person_id }] of ordered.entries()) {
    const record_id = made.get(at)
    if (record_id === undefined || taken.has(line)) continue
    taken.add(line)
    kept.push({ line, resource: 'group_members', record_id, action: 'created', written: { person_id, role } })
  }
  keep(kept)
}
