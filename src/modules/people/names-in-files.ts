/** The people of a file that names them by nothing but their names. */

import type { Db } from '../../db/database.ts'
import { Problems } from '../../errors.ts'
import { own } from '../../lib/own.ts'
import type { Church } from '../../resource/caller.ts'
import {
  type MatchedByName,
  type NameDecisions,
  type NamedPerson,
  type NameMatch,
  nameKey,
  OpenNames,
  proposed,
} from '../../resource/import-names.ts'
import type { ImportReport } from '../../resource/import-report.ts'
import { msg } from '../../texts/language.ts'
import { peopleByName } from './people-by-name.ts'
import { phoneHolders } from './people-by-phone.ts'
import { peopleInFiles } from './people-in-files.ts'

/**
 * How files of a kind name people by nothing but their names.
 * @param how the column; what names them better; a telephone beside it; what becomes of a row of an open name
 */
export const matchedByName = (
  how: Pick<MatchedByName, 'target' | 'keeps'> & { better?: readonly string[]; phone?: string },
): MatchedByName => ({
  target: how.target,
  unless: ['person_id', ...peopleInFiles.columns, ...(how.better ?? [])],
  keeps: how.keeps,
  find: peopleByName,
  ...(how.phone !== undefined && { phone: { target: how.phone, holders: phoneHolders } }),
})

/** Looks people up by their names. */
export interface NamesInFile {
  /** Reads what the names of some rows lead to. */
  look(names: readonly string[]): Promise<void>
  /** Whether somebody said who is meant by a name, or that nobody is. */
  isDecided(name: string): boolean
  /**
   * Who is meant; undefined where nobody is, or it is open.
   * @param line where it stands, for the report
   * @param holders who has the telephone beside it, though called otherwise: they may be meant
   */
  find(name: string, line: number, holders?: readonly NamedPerson[]): Pick<NamedPerson, 'id' | 'branch_id'> | undefined
  /** Who may be meant by a name that nobody is found by. */
  may(name: string): readonly NamedPerson[]
  /** Says in the report what came of it. */
  tell(report: ImportReport): void
}

const named = (number: string) => ({ field: 'person_id', id: undefined, texts: new Map([['member_no', number]]) })

/** @param decided undefined where nobody asked for it: then names are nobody's */
export async function namesInFile(
  db: Db,
  church: Church,
  decided: NameDecisions | undefined,
  keeps: boolean,
): Promise<NamesInFile> {
  if (!decided?.match) {
    return {
      look: async () => undefined,
      isDecided: () => false,
      find: () => undefined,
      may: () => [],
      tell: () => undefined,
    }
  }
  const { said } = decided
  const numbers = Object.values(said).filter(number => number !== '')
  const numbered = await peopleInFiles.finder(db, church, numbers.map(named))
  const found = new Map<string, NameMatch | undefined>()
  const open = new OpenNames()
  const nobody = new Set<string>()
  return {
    async look(names) {
      const fresh = names.filter(name => !found.has(nameKey(name)))
      const matches = fresh.length === 0 ? new Map() : await peopleByName(db, church, fresh)
      for (const name of fresh) found.set(nameKey(name), matches.get(nameKey(name)))
    },
    isDecided: name => Object.hasOwn(said, nameKey(name)),
    find(name, line, holders = []) {
      const number = own(said, nameKey(name))
      if (number === '') return undefined
      const person = number === undefined ? undefined : numbered(named(number), new Problems())
      if (number !== undefined && person?.branch_id == null) nobody.add(`${number} ("${name}")`)
      const match = found.get(nameKey(name))
      // Where somebody was said, another of the same name is not who was meant.
      const [sure] = number === undefined && match?.sure ? match.may : []
      const meant = person?.branch_id == null ? sure : { id: person.id, branch_id: person.branch_id }
      if (meant !== undefined) open.matched()
      else {
        const may = proposed(match?.may ?? [], holders)
        if (may.length > 0) open.add(name, line, may)
      }
      return meant
    },
    may: name => found.get(nameKey(name))?.may ?? [],
    tell(report) {
      report.names = open.report(keeps)
      if (nobody.size === 0) return
      report.notes.push({
        message: msg('Nobody on record has these numbers: {numbers}.'),
        values: { numbers: { all: [...nobody] } },
      })
    },
  }
}
