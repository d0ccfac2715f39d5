/** Modules, which a church may switch on and off. */
import { Stack, Switch, Text } from '@mantine/core'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import { listOfAll } from '../formats/lists.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { type ShownModule, useOptionalModules } from '../house/house.ts'
import { refreshSession } from '../session/session.ts'
import { t } from '../texts/t.ts'

export function ChurchModules({ settings: { name, country, timezone, modules } }: { settings: ChurchSettingsShown }) {
  const save = useNotifiedAction('church.set', t('Not saved'))
  const offered = useOptionalModules() ?? []
  async function toggle({ name: module, title }: ShownModule, on: boolean): Promise<void> {
    const others = modules.filter(one => one !== module)
    const input = { name, country, timezone, modules: on ? [...others, module] : others }
    await save.act(input, on ? t('{title} is on.', { title }) : t('{title} is off.', { title }))
    await refreshSession()
  }
  /** Why its switch stays as it is: it stands on a module that is off, or one that is on stands on it. */
  function held({ name, standsOn }: ShownModule): string | undefined {
    const isOn = modules.includes(name)
    const others = offered.filter(other =>
      isOn
        ? modules.includes(other.name) && other.standsOn.includes(name)
        : standsOn.includes(other.name) && !modules.includes(other.name),
    )
    if (others.length === 0) return undefined
    const titles = listOfAll(others.map(({ title }) => title))
    return isOn ? t('Needed by: {titles}.', { titles }) : t('Needs: {titles}.', { titles })
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(
          'When a module is off, nobody can see or use it. Its records are kept, and come back when you switch it on.',
        )}
      </Text>
      {offered.map(module => (
        <Switch
          key={module.name}
          label={module.title}
          description={[module.about, held(module)].filter(Boolean).join(' ')}
          checked={modules.includes(module.name)}
          disabled={save.pending || held(module) !== undefined}
          onChange={event => void toggle(module, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
