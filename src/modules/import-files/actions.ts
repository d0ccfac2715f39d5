/** What one does with a file before it is imported, and what begins the import. */
import { sql } from '../../db/sql.ts'
import { ApiError } from '../../errors.ts'
import { action } from '../../resource/action.ts'
import { churchWide, FINANCE, STAFF } from '../../resource/roles.ts'
import * as field from '../../resource/types.ts'
import { because } from '../../texts/because.ts'
import { checkFile, DECISIONS, keepCheck } from './check.ts'
import { beginFile, dropFile, findFile, IMPORT_FILES, MOST_BYTES, PART_BYTES, PART_TEXT, putPart } from './files.ts'
import { withSaid } from './kinds.ts'
import { readSaid, saidField } from './said.ts'

/** Whoever may write anything that files hold; which kinds are theirs is asked of each file. */
export const may = churchWide([...new Set([...STAFF, ...FINANCE])])

export const begin = action({
  name: 'import_files.begin',
  logged: 'Chose a file to import',
  may,
  fields: { name: field.line().required(), bytes: field.integer(1, MOST_BYTES).required() },
  target: ({ name }) => name,
  async run(tx, { caller }, { name, bytes }) {
    return { id: await beginFile(tx, caller, name, bytes), part_bytes: PART_BYTES }
  },
})

export const put = action({
  name: 'import_files.put',
  unlogged: true,
  may,
  fields: {
    id: field.ref().required(),
    part: field.integer(0).required(),
    data: field.text(PART_TEXT).required(),
  },
  async run(tx, { caller, house }, { id, part, data }) {
    await putPart(tx, house, caller, { id, part, data: Buffer.from(data, 'base64') })
    return { id }
  },
})

export const check = action({
  name: 'import_files.check',
  unlogged: true,
  may,
  fields: { id: field.ref().required(), said: saidField() },
  async prepare(reading, caller, { id, said: text }) {
    const said = readSaid(text)
    const record = await findFile(reading.read, reading.house, caller, id)
    return { said, ...(await withSaid(() => checkFile(reading, caller, record, said))) }
  },
  async run(tx, { caller, house }, { id }, { said, ...checked }) {
    const { status } = await findFile(tx, house, caller, id)
    if (status === 'running' || status === 'done') throw new ApiError('validation_failed', { message: BEGUN })
    await keepCheck(tx, caller.church, id, said, checked)
    return { id }
  },
})

const BEGUN = because('This file is being imported, or was. Choose it again to import it once more.')

export const decide = action({
  name: 'import_files.decide',
  unlogged: true,
  may,
  fields: {
    id: field.ref().required(),
    line: field.integer(1).required(),
    decision: field.oneOf(DECISIONS).required(),
  },
  async run(tx, { caller, house }, { id, line, decision }) {
    const { status } = await findFile(tx, house, caller, id)
    if (status !== 'checked') throw new ApiError('validation_failed', { message: BEGUN })
    await tx.run(sql`update import_file_rows set decision = ${decision}
      where church_id = ${caller.church.id} and file_id = ${id} and line = ${line} and bucket = 'doubtful'`)
    return { id }
  },
})

export const start = action({
  name: 'import_files.start',
  logged: 'Began an import',
  may,
  fields: { id: field.ref().required() },
  async run(tx, { caller, house }, { id }) {
    const church_id = caller.church.id
    await findFile(tx, house, caller, id)
    const begun = await tx.run(sql`update import_files set status = 'running', progress = 0, tries = 0, claim = null,
        claimed_until = null, error = null, fault = null, updated_at = ${tx.now}::timestamptz
      where church_id = ${church_id} and id = ${id} and status = 'checked'`)
    if (begun === 0) throw new ApiError('validation_failed', { message: BEGUN })
    tx.announce(IMPORT_FILES, { church_id, id })
    return { id }
  },
})

export const drop = action({
  name: 'import_files.drop',
  unlogged: true,
  may,
  fields: { id: field.ref().required() },
  async run(tx, { caller, house }, { id }) {
    const { status } = await findFile(tx, house, caller, id)
    if (status === 'running') throw new ApiError('validation_failed', { message: BEGUN })
    await dropFile(tx, caller.church.id, id)
    return { id }
  },
})
