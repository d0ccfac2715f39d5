/** How gifts are taken back that an import recorded: they are voided (decisions, Imports). */
import type { TextRow } from '../../db/database.ts'
import { CHANGED, idsOf, type Judged, judgedBy, partFields, rowsOf, type TakeBack } from '../../resource/take-back.ts'
import { amountIn, dateIn } from '../../texts/forms.ts'
import type { Language } from '../../texts/language.ts'
import { languageFor } from '../../texts/spoken.ts'
import type { StayReason } from '../../texts/stay-reasons.ts'
import { contributions } from './contributions.ts'
import { contributionPrinter } from './fields.ts'
import { voidGifts } from './void-gift.ts'

const { column } = contributionPrinter

const REASON = 'Import undone'

/** A gift stays that was voided already, or changed; another giver alone comes from a merge of two people, and is none. */
export const takeBackGifts: TakeBack = {
  resource: 'contributions',
  async judge(db, { church }, records) {
    const rows = await rowsOf(db, contributions, church.id, idsOf(records))
    const language = languageFor(church)
    return new Map(
      records.flatMap((record): [number, Judged][] => {
        const row = rows.get(record.record_id)
        if (row === undefined) return []
        const { changed } = partFields(name => column(row, name as keyof typeof contributions.fields), record)
        const isChanged = changed.some(name => name !== 'person_id')
        const voided = column(row, 'status') === 'void'
        const reasons: StayReason[] = voided ? [{ code: 'voided' }] : isChanged ? [CHANGED] : []
        return [[record.record_id, judgedBy(nameOf(language, row), reasons)]]
      }),
    )
  },
  async remove(tx, { church, house, by }, records) {
    await voidGifts(tx, { church, house }, idsOf(records), {
      reason: REASON,
      by: by.kind === 'command_line' ? null : by.name,
    })
  },
  async restore() {
    throw new Error('No import changes gifts.')
  },
}

/** `₦1,500.00 · 3 May 2026`. */
function nameOf(language: Language, row: TextRow): string {
  const amount = amountIn(language, column(row, 'amount') ?? '0', column(row, 'currency') ?? '')
  return `${amount} · ${dateIn(language, column(row, 'given_on') ?? '')}`
}
