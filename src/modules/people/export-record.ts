/** Hands out what is on record about a person: a page to read, and the same for other programs. */
import { today } from '../../lib/calendar.ts'
import { action } from '../../resource/action.ts'
import { ADMINISTRATORS, churchWide } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { languageFor } from '../../texts/spoken.ts'
import { people } from './people.ts'
import { type PersonRecord, personRecord } from './person-record.ts'
import { recordPage } from './person-record-page.ts'

/** The two files of a person. */
export interface ExportedPerson {
  /** Name of both, without what comes behind the dot. */
  name: string
  /** HTML. */
  page: string
  record: PersonRecord
}

/** All of it, whatever a role may read otherwise: prayer requests and gifts of every branch among it. */
export const exportPerson = action({
  name: 'people.export_record',
  logged: 'Exported what is on record about a person',
  may: churchWide(ADMINISTRATORS),
  fields: { id: field.ref().required() },
  on: people,
  stepUp: true,
  async run(tx, { caller, house, vault }, { id }): Promise<ExportedPerson> {
    const { church } = caller
    const record = await personRecord(tx, caller, id, house, vault)
    const { language: own } = record.person
    const language = languageFor(church, typeof own === 'string' ? own : null)
    const day = today(new Date(tx.now), church.timezone)
    return { name: `person-${id}`, page: recordPage(record, day, { language, house, church }), record }
  },
})
