/** Writes the classes of a file, and keeps of each what makes it go back. */
import type { Tx } from '../../db/database.ts'
import { Problems } from '../../errors.ts'
import { groupBy } from '../../lib/group.ts'
import { changedMeanwhile } from '../../resource/import-file.ts'
import type { ImportedRecord, Writing } from '../../resource/import-kept.ts'
import { gradesOf } from '../child-details/grades.ts'
import { addGroup } from '../groups/edit-group.ts'
import { importMembers } from '../groups/import-members.ts'
import { OF_A_CLASS, setDetails } from './class-details.ts'
import { classFinder, type MeantClass } from './classes-in-files.ts'
import { type ClassRow, changesOf, gradesIn } from './judge-classes.ts'

/** What an import kept of a class that it changed: grades, and memberships of teachers whose lines are their pupils'. */
interface KeptClass {
  line: number
  id: number
  written: Record<string, unknown>
  before: Record<string, unknown>
}

/** Finds classes once more, makes those that are not there, and puts their people in. @throws ImportError */
export async function writeClasses(tx: Tx, importing: Writing, rows: readonly ClassRow[]): Promise<void> {
  const { caller, church, keep } = importing
  const find = await classFinder(tx, caller)
  const known = await gradesOf(tx, church.id)
  const found = rows.map(row => ({ row, meant: foundAnew(find, row) }))
  const classes = new Map<MeantClass, KeptClass>()
  const kept: ImportedRecord[] = []
  for (const [meant, all] of groupBy(found, one => one.meant)) {
    const [first] = all
    if (first === undefined) continue
    const { line } = first.row
    const grades = gradesIn(all.map(({ row }) => row))
    if (meant.id !== undefined) {
      const changes = Object.entries(changesOf(meant, grades, known))
      await setDetails(tx, church.id, meant.id, grades)
      const [before, written] = [0, 1].map(side => Object.fromEntries(changes.map(([name, of]) => [name, of[side]])))
      classes.set(meant, { line, id: meant.id, written: written ?? {}, before: before ?? {} })
      continue
    }
    const { name, branch_id, school_year_id } = meant
    const { created: id = 0 } = await addGroup(tx, caller, { ...OF_A_CLASS, name, branch_id })
    await setDetails(tx, church.id, id, { school_year_id, ...grades })
    classes.set(meant, { line, id, written: {}, before: {} })
    kept.push({ line, resource: 'groups', record_id: id, action: 'created', written: { name, kind: 'class' } })
  }
  kept.push(...(await putInClasses(tx, importing, found, classes)))
  keep([...kept, ...changedClasses(classes)])
}

function foundAnew(find: Awaited<ReturnType<typeof classFinder>>, { line, said }: ClassRow): MeantClass {
  const problems = new Problems()
  const meant = find(said, problems)
  if (meant === undefined) throw changedMeanwhile(line, problems.errors)
  return meant
}

/** @returns the memberships that were made, each with the line of its pupil; those of teachers stand with their class otherwise */
async function putInClasses(
  tx: Tx,
  { caller }: Writing,
  found: readonly { row: ClassRow; meant: MeantClass }[],
  classes: ReadonlyMap<MeantClass, KeptClass>,
): Promise<ImportedRecord[]> {
  const people = (['pupil', 'teacher'] as const).flatMap(one =>
    found.flatMap(({ row, meant }) => {
      const of = classes.get(meant)
      const person_id = row[one]
      if (of === undefined || person_id === undefined) return []
      return [{ of, line: row.line, group_id: of.id, person_id, role: one === 'teacher' ? 'leader' : 'member' }]
    }),
  )
  const made = await importMembers(tx, caller, people)
  const taken = new Set<number>()
  return people.flatMap(({ of, line, role, person_id }, at): ImportedRecord[] => {
    const record_id = made.get(at)
    if (record_id === undefined) return []
    if (taken.has(line)) {
      const teachers = (of.written.teachers ?? []) as number[]
      of.written.teachers = [...teachers, record_id]
      return []
    }
    taken.add(line)
    return [{ line, resource: 'group_members', record_id, action: 'created', written: { person_id, role } }]
  })
}

const changedClasses = (classes: ReadonlyMap<MeantClass, KeptClass>): ImportedRecord[] =>
  [...classes.values()].flatMap(({ id, ...one }): ImportedRecord[] =>
    Object.keys(one.written).length === 0
      ? []
      : [{ ...one, resource: 'school_classes', record_id: id, action: 'updated' }],
  )
