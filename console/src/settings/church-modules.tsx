/** Modules, which a church may switch on and off. */
import { Stack, Switch, Text } from '@mantine/core'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import { useAct } from '../forms/use-act.ts'
import { refreshSession } from '../session/session.ts'
import { MODULE_NAMES, type ModuleName } from '../shell/module-names.ts'
import { t } from '../texts/t.ts'

/** What each brings, in the order in which they are shown. */
const BRINGS: Record<ModuleName, string> = {
  care: t('Prayer requests: who asked, how often people prayed, and how it was answered.'),
  giving: t(
    'A public page where people give through your own payment provider. Switching it off closes the page at once.',
  ),
  media: t('Sermons, with their notes, recordings and studio sections.'),
}

const MODULES = Object.keys(BRINGS) as ModuleName[]

export function ChurchModules({ settings: { name, country, timezone, modules } }: { settings: ChurchSettingsShown }) {
  const save = useAct('church.set', t('Not saved'))
  async function toggle(module: ModuleName, on: boolean): Promise<void> {
    const others = modules.filter(one => one !== module)
    const input = { name, country, timezone, modules: on ? [...others, module] : others }
    await save.act(input, `${MODULE_NAMES[module]} is ${on ? 'on' : 'off'}.`)
    await refreshSession()
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        {t(
          'When a module is off, nobody can see or use it. Its records are kept, and come back when you switch it on.',
        )}
      </Text>
      {MODULES.map(module => (
        <Switch
          key={module}
          label={MODULE_NAMES[module]}
          description={BRINGS[module]}
          checked={modules.includes(module)}
          disabled={save.pending}
          onChange={event => void toggle(module, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
