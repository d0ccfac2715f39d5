/** Said where the email or phone of somebody who is added is on record already. */
import { Alert, Button, Group, Text } from '@mantine/core'
import type { AnyRecord } from '../house/house.ts'
import { TextLink } from '../parts/text-link.tsx'
import { rich, t } from '../texts/t.ts'

export function PersonOnRecord({ record, onAdd }: { record: AnyRecord; onAdd(): void }) {
  return (
    <Alert color="yellow" role="alert" title={t('This email or phone number is already on record')}>
      <Text size="sm" mb="xs">
        {rich('It belongs to <a>{name}</a>. No new person was added.', {
          name: String(record.full_name),
          a: name => <TextLink to={`/people/${record.id}`}>{name}</TextLink>,
        })}
      </Text>
      <Group>
        <Button size="xs" variant="default" onClick={onAdd}>
          {t('Add as a different person')}
        </Button>
      </Group>
    </Alert>
  )
}
