/** Reminds of all reports that are missing, some at a time, and says what became of it. */
import type { RemindedByHand } from '../../../src/modules/group-reports/reminders.ts'
import { t } from '../texts/t.ts'

/** Meetings whose leaders are reminded by one act. */
const MOST_REMINDED = 200

/**
 * @param act reminds of some meetings; nothing where that failed, and was said
 * @returns what there is to say at the end
 */
export async function remindAll(
  meetings: readonly number[],
  act: (some: number[]) => Promise<RemindedByHand | undefined>,
): Promise<string | undefined> {
  const sum = { reached: 0, without: 0, not_due: 0 }
  for (let from = 0; from < meetings.length; from += MOST_REMINDED) {
    const done = await act(meetings.slice(from, from + MOST_REMINDED))
    if (done === undefined) return sum.reached > 0 ? begun(sum.reached) : undefined
    sum.reached += done.reminded + done.already
    sum.without += done.without_address
    sum.not_due += done.not_due
  }
  return whole(sum)
}

const begun = (count: number): string =>
  t(
    '{count, plural, one {# leader is} other {# leaders are}} reminded, and then it stopped. Choose it again for the others: nobody is reminded twice a day.',
    { count },
  )

function whole({ reached, without, not_due }: { reached: number; without: number; not_due: number }): string {
  const said = [
    reached > 0 ? t('Leaders are reminded, each at most once a day.') : t('Nobody was reminded.'),
    without > 0 &&
      t('{count, plural, one {Of # group} other {Of # groups}} no leader can be written to.', { count: without }),
    reached === 0 &&
      not_due > 0 &&
      t(
        '{count, plural, one {# report is handed in by now, or its meeting was} other {# reports are handed in by now, or their meetings were}} more than 60 days ago.',
        { count: not_due },
      ),
  ]
  return said.filter(Boolean).join(' ')
}
