/** What may be done only shortly after the password was given: asks for it, through the dialog that is mounted. */

type Ask = () => Promise<boolean>

let ask: Ask = () => Promise.resolve(false)
let asking: Promise<boolean> | undefined

/** The dialog says how it is opened. */
export function onConfirmIdentity(open: Ask): void {
  ask = open
}

/** Opens the dialog, once for all requests that wait for it. @returns true when the password was right */
export function confirmIdentity(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}
