/** A button that does nothing while it is at work, and keeps the focus, which a disabled one loses. */
import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentProps, MouseEvent } from 'react'

type BusyButtonProps = Omit<ButtonProps, 'loading'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    /** True while what was asked for is on its way. */
    busy: boolean
  }

export function BusyButton({ busy, onClick, ...rest }: BusyButtonProps) {
  // Enter in a form's field presses its button, too.
  const press = (event: MouseEvent<HTMLButtonElement>): void => (busy ? event.preventDefault() : onClick?.(event))
  return <Button {...rest} onClick={press} aria-disabled={busy} aria-busy={busy} mod={{ busy }} />
}
