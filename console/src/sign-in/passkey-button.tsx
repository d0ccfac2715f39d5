/** Signs in with a passkey, or confirms with one. */
import { useState } from 'react'
import { BusyButton } from '../parts/busy-button.tsx'
import { passkeyProblem } from '../session/passkey.ts'

interface PasskeyButtonProps {
  /** What the button says. */
  children: string
  /** What is done; it throws where it did not succeed. */
  use(): Promise<void>
  onDone(): void | Promise<void>
  /** Told what was wrong, and undefined when it is tried again. */
  onProblem(problem: string | undefined): void
  /** Where it is what the page is for. */
  primary?: boolean
}

export function PasskeyButton({ children, use, onDone, onProblem, primary = false }: PasskeyButtonProps) {
  const [busy, setBusy] = useState(false)
  async function press(): Promise<void> {
    setBusy(true)
    onProblem(undefined)
    try {
      await use()
      await onDone()
    } catch (error) {
      onProblem(passkeyProblem(error))
    }
    setBusy(false)
  }
  return (
    <BusyButton fullWidth busy={busy} onClick={press} {...(!primary && { variant: 'default' })}>
      {children}
    </BusyButton>
  )
}
