/** A blank roll on paper: the names of a class, and boxes for the Sundays to come. */

import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { addDays, today } from '../../lib/calendar.ts'
import { pdf } from '../../paper/pdf.ts'
import { PAPERS, paperOf } from '../../paper/sheet.ts'
import { drawTable } from '../../paper/table.ts'
import { view } from '../../resource/action.ts'
import { findOne } from '../../resource/list.ts'
import { type MadeFile, pdfFile } from '../../resource/made-file.ts'
import { within } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { dayOfYearIn } from '../../texts/forms.ts'
import { languageFor } from '../../texts/spoken.ts'
import { timezoneOf } from '../church/days.ts'
import { SEE_GROUPS } from '../groups/groups.ts'
import { visibleTo } from '../people/visible-person.ts'
import { schoolClasses } from './school-classes.ts'

/** Boxes of a row, and rows for names that are written by hand. */
const WEEKS = 8
const SPARE = 5
/** What a box is drawn with: the paper has no other lines. */
const BOX = '□'
const BLANK = '______________________'

export const blankRollView = view({
  name: 'class_blank_roll',
  may: within(SEE_GROUPS),
  fields: {
    id: field.ref('school_classes').required(),
    paper: field.oneOf(PAPERS).settable().doc("A4 or Letter; what is usual in the church's country, unless said"),
  },
  async run({ read, clock }, caller, { id, paper }): Promise<MadeFile> {
    const { church } = caller
    const row = await findOne(read, schoolClasses, caller, id)
    if (row === undefined) throw new ApiError('not_found')
    const names = await read.all<{ name: string }>(sql`select full_name as name from people
      where church_id = ${church.id} and not removed and status <> 'deceased' and ${visibleTo(caller)}
        and id in (select person_id from group_members
        where church_id = ${church.id} and group_id = ${id} and status = 'active' and role not in ('leader', 'assistant'))
      order by first_name, last_name, id`)
    const language = languageFor(church)
    const { say, locale } = language
    const name = schoolClasses.alone.column(row, 'name') ?? ''
    const branch = Number(schoolClasses.alone.column(row, 'branch_id'))
    const day = today(clock.now(), await timezoneOf(read, church.id, branch))
    // The Sundays from today on.
    const first = addDays(day, (7 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
    const sundays = Array.from({ length: WEEKS }, (_, week) => addDays(first, 7 * week))
    const boxes = sundays.map(() => BOX)
    const title = say('{church}: roll of {name}', { church: church.name, name })
    const table = {
      title,
      about: [say('Tick who is there. Visitors go on the empty lines.')],
      head: [say('Name'), ...sundays.map(one => dayOfYearIn(language, one))],
      rows: [...names.map(one => [one.name, ...boxes]), ...Array.from({ length: SPARE }, () => [BLANK, ...boxes])],
      last: [say('how many|Present'), ...sundays.map(() => '____')],
      foot: (page: number) => say('Page {page, number}', { page }),
    }
    const options = { title, paper: paper ?? paperOf(church.country), language: locale }
    return pdfFile(
      `roll-${id}-${day}`,
      pdf(options, doc => drawTable(doc, table)),
    )
  },
})
