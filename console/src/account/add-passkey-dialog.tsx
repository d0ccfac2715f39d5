/** Adds a passkey: a name, then the browser asks for finger, face or PIN; with the first come the recovery codes. */
import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../api/use-offers.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { FormDialog } from '../forms/form-dialog.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { makePasskey, passkeyProblem } from '../session/passkey.ts'
import { t } from '../texts/t.ts'
import { deviceOf } from './device-name.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

export function AddPasskeyDialog({ onClose, onAdded }: { onClose(): void; onAdded(): void }) {
  const [name, setName] = useState(deviceOf(navigator.userAgent))
  const begin = useAction('passkeys.begin')
  const add = useAction('passkeys.add')
  const made = useMutation({
    mutationFn: async () => {
      const options = await begin.mutateAsync({})
      const answer = await makePasskey(options).catch((error: unknown) => {
        throw new Error(passkeyProblem(error))
      })
      return await add.mutateAsync({ name, answer })
    },
    onSuccess: ({ codes }) => {
      if (codes === null) finish()
    },
  })
  const { beside } = sortErrors(made.error, ['name'])

  /** Not before the codes were kept: the page that waits for a second factor goes away then. */
  function finish(): void {
    onClose()
    onAdded()
  }

  if (made.data?.codes) {
    return (
      <Dialog opened onClose={finish} title={t('Save your recovery codes')} closeOnClickOutside={false}>
        <RecoveryCodes codes={made.data.codes} onDone={finish} />
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('Add a passkey')}
      opened
      onClose={onClose}
      onSubmit={() => made.mutate()}
      submit={t('Continue')}
      pending={made.isPending}
      error={made.error}
      fields={['name']}
    >
      <TextInput
        label={t('Name')}
        description={t('A name that tells you which one it is, such as My phone.')}
        required
        data-autofocus
        value={name}
        error={beside.name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <Text size="sm">{t('Next, your browser will ask where to save it, and for your fingerprint, face or PIN.')}</Text>
    </FormDialog>
  )
}
