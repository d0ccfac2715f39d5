/** Chooses the scopes of a key, resource by resource below the names of their modules; none is chosen at first. */
import { Button, Checkbox, Fieldset, Group, Stack, Table, Text } from '@mantine/core'
import type { ShownScopes } from '../../../src/console/shown.ts'
import { wordOf } from '../formats/words.ts'
import { t } from '../texts/t.ts'
import { allOf, reads, resourcesOf } from './scopes.ts'

interface ScopeChoiceProps {
  /** Those that can be chosen, by their modules. */
  modules: readonly ShownScopes[]
  value: readonly string[]
  onChange(value: string[]): void
  error?: string | undefined
}

export function ScopeChoice({ modules, value, onChange, error }: ScopeChoiceProps) {
  const scopes = allOf(modules)
  const toggle = (scope: string): void =>
    onChange(value.includes(scope) ? value.filter(one => one !== scope) : [...value, scope])
  return (
    <Fieldset legend={t('What it may do')} variant="unstyled">
      <Stack gap="xs">
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onChange(scopes)}>
            {t('Everything')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => onChange(scopes.filter(reads))}>
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
          {modules.map(one => (
            <ModuleRows key={one.title} of={one} value={value} onToggle={toggle} />
          ))}
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

interface ModuleRowsProps {
  of: ShownScopes
  value: readonly string[]
  onToggle(scope: string): void
}

/** A row for each resource of a module, below its name. */
function ModuleRows({ of: { title, scopes }, value, onToggle }: ModuleRowsProps) {
  return (
    <Table.Tbody>
      <Table.Tr>
        <Table.Th scope="rowgroup" colSpan={3}>
          {title}
        </Table.Th>
      </Table.Tr>
      {resourcesOf(scopes).map(({ resource, actions }) => (
        <Table.Tr key={resource}>
          <Table.Td>{wordOf(resource)}</Table.Td>
          {['read', 'write'].map(action => (
            <Table.Td key={action}>
              {actions.includes(action) && (
                <Checkbox
                  aria-label={
                    action === 'read'
                      ? t('Read {records}', { records: wordOf(resource) })
                      : t('Write {records}', { records: wordOf(resource) })
                  }
                  checked={value.includes(`${resource}:${action}`)}
                  onChange={() => onToggle(`${resource}:${action}`)}
                />
              )}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </Table.Tbody>
  )
}
