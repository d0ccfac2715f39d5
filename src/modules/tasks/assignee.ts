/** Who has to do a task: somebody of the team, or somebody on record who has no sign-in. */
import { type Db, idArray } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { Problems } from '../../errors.ts'
import { view } from '../../resource/action.ts'
import type { Caller } from '../../resource/caller.ts'
import { type Role, STAFF, within } from '../../resource/roles.ts'
import { because } from '../../texts/because.ts'

/** Who sees tasks: finance and viewers have no part in them; helpers see their own. */
export const DO_TASKS = [...STAFF, 'helper'] as const satisfies readonly Role[]

/** Somebody of the team who can be given tasks. */
export interface TaskAssignee {
  membership_id: number
  name: string
  role: Role
  /** Branches whose tasks they see; null for all. */
  branches: readonly number[] | null
}

/** Those of the team whom the caller may give tasks: of their branches, and of the whole church. */
export async function teamFor(db: Db, { church, visible, branches }: Caller): Promise<TaskAssignee[]> {
  const team = await db.all<Omit<TaskAssignee, 'branches'> & { branch_id: number | null }>(sql`
    select m.id as membership_id, u.name, m.role, m.branch_id from memberships m join users u on u.id = m.user_id
    where m.church_id = ${church.id} and m.role = any(${[...DO_TASKS]}::text[])
      and (m.branch_id is null or ${visible === null ? sql`true` : sql`m.branch_id = any(${idArray(visible)})`}) order by u.name, m.id`)
  return team.map(({ branch_id, ...one }) => ({
    ...one,
    branches: branch_id === null ? null : branches.below(branch_id),
  }))
}

export const assigneesView = view({
  name: 'task_assignees',
  may: within(STAFF),
  fields: {},
  run: ({ read }, caller): Promise<TaskAssignee[]> => teamFor(read, caller),
})

/** As bodies name them. */
export interface Assigned {
  assignee_membership_id?: number | null | undefined
  assignee_person_id?: number | null | undefined
}

/** With the branch of the task, where it is known: whoever is given it has to see it. */
interface OfBranch extends Assigned {
  branch_id?: number | undefined
}

/** A task is one's or the other's. */
export function checkOne({ assignee_membership_id, assignee_person_id }: Assigned, problems: Problems): void {
  if (assignee_membership_id && assignee_person_id) {
    problems.add('assignee_person_id', because('does not go with assignee_membership_id: a task has one assignee'))
  }
}

/** Names an assignee of the team whom the caller cannot give tasks, in the same words for nobody and for somebody out of sight. */
export async function checkMember(
  db: Db,
  caller: Caller,
  { assignee_membership_id: member, branch_id }: OfBranch,
  problems: Problems,
): Promise<void> {
  if (typeof member !== 'number') return
  const found = (await teamFor(db, caller)).find(({ membership_id }) => membership_id === member)
  const wrong = (words: string): void => problems.add('assignee_membership_id', words)
  if (found === undefined) wrong(because('names nobody of the team whom you can give a task'))
  else if (branch_id !== undefined && found.branches?.includes(branch_id) === false) {
    wrong(because('names somebody who does not see the branch of this task'))
  }
}

/**
 * What is stored of what was sent: who is named takes the place of the other.
 * @param branch_id of the task
 * @throws ApiError `validation_failed`
 */
export async function assigned(db: Db, caller: Caller, sent: Assigned, branch_id: number): Promise<Assigned> {
  const { assignee_membership_id: member, assignee_person_id: person } = sent
  const problems = new Problems()
  await checkMember(db, caller, { ...sent, branch_id }, problems)
  problems.throwIfAny()
  if (typeof member === 'number') return { assignee_membership_id: member, assignee_person_id: null }
  return typeof person === 'number' ? { assignee_membership_id: null, assignee_person_id: person } : sent
}
