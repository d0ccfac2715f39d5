/** Modules, which a church may switch on and off. */
import { Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ChurchSettingsShown } from '../../../src/modules/church/settings-console.ts'
import { reasonOf } from '../api/refusal.ts'
import { useOperation } from '../api/use-operations.ts'
import { refreshSession } from '../session/session.ts'
import { MODULE_NAMES } from '../shell/module-names.ts'

const MODULES = [
  {
    name: 'care',
    label: MODULE_NAMES.care,
    brings: 'Prayer requests: who asked for prayer, who prays, and what became of it.',
  },
  {
    name: 'giving',
    label: MODULE_NAMES.giving,
    brings: 'A public page on which people give, paid at your own payment provider. Off: the page is closed at once.',
  },
  { name: 'media', label: MODULE_NAMES.media, brings: 'Sermons, with their notes, recordings and studio sections.' },
]

type Sent = Pick<ChurchSettingsShown, 'name' | 'country' | 'timezone' | 'modules'>

export function ChurchModules({ settings: { name, country, timezone, modules } }: { settings: ChurchSettingsShown }) {
  const save = useOperation<Sent>('church.set')
  function toggle(module: string, label: string, on: boolean): void {
    const others = modules.filter(one => one !== module)
    save.mutate(
      { name, country, timezone, modules: on ? [...others, module] : others },
      {
        onSuccess: () => {
          void refreshSession()
          notifications.show({ message: `${label} is ${on ? 'on' : 'off'}.` })
        },
        onError: error => void notifications.show({ color: 'red', title: 'Not saved', message: reasonOf(error) }),
      },
    )
  }
  return (
    <Stack>
      <Text size="sm" c="dimmed">
        A module that is off is not shown and not served to anybody. What was recorded stays, and is there again when
        the module is switched on.
      </Text>
      {MODULES.map(({ name: module, label, brings }) => (
        <Switch
          key={module}
          label={label}
          description={brings}
          checked={modules.includes(module)}
          disabled={save.isPending}
          onChange={event => toggle(module, label, event.currentTarget.checked)}
        />
      ))}
    </Stack>
  )
}
