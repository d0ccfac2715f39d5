/** Makes an API key, then shows it once. */
import { Button, Code, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Actions } from '../api/offers.ts'
import { useAction } from '../api/use-offers.ts'
import { listOfAll } from '../formats/lists.ts'
import { BranchField } from '../forms/branch-field.tsx'
import { sortErrors } from '../forms/field-errors.ts'
import { SaveProblem } from '../forms/save-problem.tsx'
import { useScopes } from '../house/house.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { CopyText } from '../parts/copy-text.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ShownOnce } from '../parts/shown-once.tsx'
import { useMembership } from '../session/membership.tsx'
import { rich, t } from '../texts/t.ts'
import { ScopeChoice } from './scope-choice.tsx'

type MadeKey = Actions['keys.create']['output']

const FIELDS = ['name', 'scopes', 'branch_id', 'origins']

const FOR_SERVERS = t(
  'Keep it where your servers keep their secrets. Never put it in a browser, an app or a public repository.',
)
const FOR_PAGES = t('Anyone who visits your website can read it, so give it only the access the page needs.')

export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const create = useAction('keys.create')
  const made = create.data
  function close(): void {
    create.reset()
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? t('The key {name}', { name: made.name }) : t('Add an API key')}
      size="lg"
      // A slip must not hide the only sight of the key.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      withCloseButton={!made}
    >
      {made ? <KeyShown made={made} onClose={close} /> : <KeyForm create={create} onClose={close} />}
    </Dialog>
  )
}

function KeyShown({ made, onClose }: { made: MadeKey; onClose(): void }) {
  const curl = `curl -H "Authorization: Bearer ${made.key}" ${window.location.origin}/api/v1`
  return (
    <Stack>
      {made.origins.length > 0 && (
        <Text size="sm">{t('Pages on {origins} may use it.', { origins: listOfAll(made.origins) })}</Text>
      )}
      <ShownOnce label={t('API key')} secret={made.key} advice={made.origins.length > 0 ? FOR_PAGES : FOR_SERVERS} />
      <CopyText label={t('Try it')} value={curl} monospace />
      <Text size="sm" c="dimmed">
        {rich('The answer says what the key may do. The API reference is at <code>/docs</code>.', {
          code: text => <Code>{text}</Code>,
        })}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('I have saved it')}</Button>
      </Group>
    </Stack>
  )
}

type Create = ReturnType<typeof useAction<'keys.create'>>

function KeyForm({ create, onClose }: { create: Create; onClose(): void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<string[]>([])
  const [branch, setBranch] = useState<number | null>(null)
  const [origins, setOrigins] = useState<string[]>([])
  const { beside } = sortErrors(create.error, FIELDS)
  function send(event: FormEvent): void {
    event.preventDefault()
    create.mutate({
      name,
      scopes,
      ...(branch !== null && { branch_id: branch }),
      ...(origins.length > 0 && { origins }),
    })
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <SaveProblem error={create.error} fields={FIELDS} />
        <TextInput
          label={t('Name')}
          description={t('What it is for, such as Website')}
          required
          data-autofocus
          value={name}
          error={beside.name}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Reach scopes={scopes} onScopes={setScopes} branch={branch} onBranch={setBranch} beside={beside} />
        <Websites value={origins} onChange={setOrigins} error={beside.origins} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <BusyButton type="submit" busy={create.isPending}>
            {t('Add key')}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}

interface ReachProps {
  scopes: string[]
  onScopes(scopes: string[]): void
  branch: number | null
  onBranch(branch: number | null): void
  beside: ReturnType<typeof sortErrors>['beside']
}

/** What the key may do, and where. */
function Reach({ scopes, onScopes, branch, onBranch, beside }: ReachProps) {
  const { branch_id: limit } = useMembership()
  const modules = useScopes() ?? []
  return (
    <>
      <ScopeChoice modules={modules} value={scopes} onChange={onScopes} error={beside.scopes} />
      <BranchField
        value={branch}
        onChange={onBranch}
        error={beside.branch_id}
        unset={limit === null ? t('The whole church') : t('Your branch and those under it')}
      />
    </>
  )
}

interface WebsitesProps {
  value: string[]
  onChange(origins: string[]): void
  error: string | undefined
}

function Websites({ value, onChange, error }: WebsitesProps) {
  return (
    <TagsInput
      label={t('Websites that use it in the browser')}
      description={t(
        "Leave this empty for a key that only servers use: anyone who visits a web page can read the key in it. Enter the start of each website's address, such as https://www.example.org, and press Enter.",
      )}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}
