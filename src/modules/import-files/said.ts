/** What the console says of a file: JSON text, since titles of columns are names of its own. */
import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import { plain } from '../../resource/import-meanings.ts'
import * as field from '../../resource/types.ts'
import type { SaidOfFile } from './files.ts'

const SAID = z.object({
  kind: z.string().max(60).optional(),
  encoding: z.string().max(40).optional(),
  sheet: z.string().max(200).optional(),
  columns: z.record(z.string().max(1_000), z.string().max(200)).optional(),
  values: z.record(z.string().max(200), z.record(z.string().max(1_000), z.string().max(1_000))).optional(),
  names: z.object({ match: z.boolean(), said: z.record(z.string().max(400), z.string().max(40)) }).optional(),
  decimal: z.enum(['.', ',', '']).optional(),
  again: z.boolean().optional(),
  order: z.enum(['day_first', 'month_first', '']).optional(),
})

export const saidField = () => field.text(200_000).required()

/** @throws ApiError `validation_failed` for what is no such JSON */
export function readSaid(text: string): SaidOfFile {
  try {
    const { values, ...said } = SAID.parse(JSON.parse(text))
    if (values === undefined) return said
    const plainly = Object.entries(values).map(([target, texts]) => [
      target,
      Object.fromEntries(Object.entries(texts).map(([one, value]) => [plain(one), value])),
    ])
    return { ...said, values: Object.fromEntries(plainly) }
  } catch {
    throw new ApiError('validation_failed', { errors: { said: 'must say what columns and values are' } })
  }
}
