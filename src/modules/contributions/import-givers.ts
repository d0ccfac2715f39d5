/** Whose gifts of a file are that name nobody by a number, an e-mail or an id: by the telephone, and by the name. */
import type { Db } from '../../db/database.ts'
import type { Church } from '../../resource/caller.ts'
import { type NameDecisions, OpenNames } from '../../resource/import-names.ts'
import type { ImportReport, PhonesReport } from '../../resource/import-report.ts'
import { namesInFile } from '../people/names-in-files.ts'
import { isCalled } from '../people/people-by-name.ts'
import { type PhoneFinder, phoneFinder } from '../people/people-by-phone.ts'

/** Whose gift it is, where that is known. */
export type Giver = { id: number; branch_id: number | null } | undefined

/** What a row says of a giver whom it names by nothing better. */
interface Said {
  donor_name?: string | null | undefined
  donor_phone?: string | null | undefined
}

/** Looks givers up by telephone and name. */
export interface BareGivers {
  /** Reads what some rows lead to. */
  look(rows: readonly Said[]): Promise<void>
  /** Whose gift it is. @param line where the row stands, for the report */
  find(row: Said, line: number): Giver
  /** Says in the report what came of it. */
  tell(report: ImportReport): void
}

/**
 * First what somebody decided of the name; then who has the telephone and is called that, or has it alone where the row
 * has no name; then who surely is meant by the name, where that is asked for. A number tells of a household rather than
 * of a person: under another name it is nobody's, and stays with the gift.
 */
export async function bareGivers(db: Db, church: Church, decided: NameDecisions | undefined): Promise<BareGivers> {
  const byName = await namesInFile(db, church, decided, true)
  let byPhone: PhoneFinder
  let asked = false
  const phones: PhonesReport = { matched: 0, shared: 0, otherwise: 0, open: [] }
  // Where names are looked up these are among the open ones.
  const unasked = new OpenNames()
  return {
    async look(rows) {
      const numbers = rows.flatMap(({ donor_phone }) => donor_phone ?? [])
      asked ||= numbers.length > 0
      byPhone = await phoneFinder(db, church, numbers)
      await byName.look(rows.flatMap(({ donor_name }) => donor_name ?? []))
    },
    find({ donor_name: name, donor_phone: number }, line) {
      if (name != null && byName.isDecided(name)) return byName.find(name, line)
      const holders = number == null ? [] : byPhone.holders(number)
      const called = name == null ? holders : holders.filter(one => isCalled(name, one))
      if (called.length === 1) {
        phones.matched += 1
        return called[0]
      }
      const giver = name == null ? undefined : byName.find(name, line, holders)
      if (giver === undefined && holders.length > 0) {
        phones[holders.length > 1 ? 'shared' : 'otherwise'] += 1
        if (name != null && !decided?.match) unasked.add(name, line, holders)
      }
      return giver
    },
    tell(report) {
      byName.tell(report)
      if (asked) report.phones = { ...phones, open: unasked.listed() }
    },
  }
}
