/** Recurring gifts that came with a backup or from another installation: on hold until somebody says that they are charged here. */
import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useView } from '../api/use-offers.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { useMembership } from '../session/membership.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'

export function HeldGifts() {
  const { may } = useMembership()
  const held = useView('held_recurring_gifts', {}, may('held_recurring_gifts'))
  const [asking, dialog] = useDisclosure(false)
  if (!held.data?.count) return null
  return (
    <Section
      title={t('{count, plural, one {A recurring gift is on hold} other {# recurring gifts are on hold}}', {
        count: held.data.count,
      })}
    >
      <Group justify="space-between">
        <Text size="sm" flex="1 1 12rem">
          {t(
            'Your records were brought here from a backup or from another installation. If both charged your givers, they would pay twice. So nothing is charged here, and nobody is reminded, until you confirm that this is the place that charges.',
          )}
        </Text>
        <Button onClick={dialog.open}>{t('Charge here from now on')}</Button>
      </Group>
      {asking && (
        <ConfirmDialog
          action="recurring_gifts.charge_here"
          input={{}}
          title={t('Charge recurring gifts here from now on?')}
          submit={t('Charge here from now on')}
          done={t('Confirmed. Your recurring gifts go on with the next day that each is due.')}
          onClose={dialog.close}
        >
          <Text size="sm">
            {t(
              'First make sure that the other installation charges nobody any more: it is switched off, or the church is closed there. Gifts that were due up to today are passed over here, since they may have been charged there.',
            )}
          </Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}

/** On the home page. */
export const heldGifts: PagePart = { Part: HeldGifts }
