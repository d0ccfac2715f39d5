/** The filters above a list: the search always, the others behind a button on a phone. */
import { Badge, Box, Button, Collapse, Group, SimpleGrid, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import { useAddress } from './use-address.ts'
import { usePrinting } from './use-printing.ts'

interface FiltersProps {
  /** The field that is always there. */
  search?: ReactNode
  /** Parameters of the filters among `children`. */
  names: readonly string[]
  children: ReactNode
}

/** Above a printed list, each says what it demands. */
export function Filters({ search, names, children }: FiltersProps) {
  const [parameters, change] = useAddress()
  const [opened, { toggle }] = useDisclosure(false)
  if (usePrinting()) {
    return (
      <Box mb="md">
        {search}
        {children}
      </Box>
    )
  }
  const active = names.filter(name => parameters.get(name)).length
  const clear = (): void => change(Object.fromEntries(names.map(name => [name, undefined])))
  return (
    <Stack gap="sm" mb="md" role="search">
      <Group gap="xs" wrap="nowrap">
        {search && <Box flex={1}>{search}</Box>}
        <Button
          variant="default"
          onClick={toggle}
          aria-expanded={opened}
          leftSection={<Icon name="filter" size={16} />}
          rightSection={active > 0 && <Badge circle>{active}</Badge>}
        >
          {t('Filters')}
        </Button>
        {active > 0 && (
          <Button variant="subtle" onClick={clear}>
            {t('Clear')}
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm" verticalSpacing="sm">
          {children}
        </SimpleGrid>
      </Collapse>
    </Stack>
  )
}
