/** Chooses the scopes of a key, resource by resource; none is chosen at first. */
import { Button, Checkbox, Fieldset, Group, Stack, Table, Text } from '@mantine/core'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'
import { resourcesOf } from './scopes.ts'

interface ScopeChoiceProps {
  /** Those that can be chosen. */
  scopes: readonly string[]
  value: readonly string[]
  onChange(value: string[]): void
  error?: string | undefined
}

export function ScopeChoice({ scopes, value, onChange, error }: ScopeChoiceProps) {
  const toggle = (scope: string): void =>
    onChange(value.includes(scope) ? value.filter(one => one !== scope) : [...value, scope])
  return (
    <Fieldset legend={t('What it may do')} variant="unstyled">
      <Stack gap="xs">
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onChange([...scopes])}>
            {t('Everything')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange(scopes.filter(scope => scope.endsWith(':read')))}
          >
            {t('Read only')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onChange([])}>
            {t('Nothing')}
          </Button>
        </Group>
        <Table verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Records')}</Table.Th>
              <Table.Th>{t('Read')}</Table.Th>
              <Table.Th>{t('Write')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {resourcesOf(scopes).map(({ resource, actions }) => (
              <Table.Tr key={resource}>
                <Table.Td>{wordOf(resource)}</Table.Td>
                {['read', 'write'].map(action => (
                  <Table.Td key={action}>
                    {actions.includes(action) && (
                      <Checkbox
                        aria-label={`${action === 'read' ? t('Read') : t('Write')} ${wordOf(resource).toLowerCase()}`}
                        checked={value.includes(`${resource}:${action}`)}
                        onChange={() => toggle(`${resource}:${action}`)}
                      />
                    )}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}
