/** Passkeys in this browser: made, used. What goes wrong is said in a sentence. */
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { own } from '../api/addresses.ts'
import { reasonOf } from '../api/refusal.ts'
import { request } from '../api/request.ts'
import { t } from '../texts/t.ts'

/** Loaded when somebody uses one. */
const library = () => import('@simplewebauthn/browser')

/** Whether the browser has passkeys at all, and gives them to this address. */
export const hasPasskeys = (): boolean => window.isSecureContext && 'PublicKeyCredential' in window

/** Whether the browser can offer them while an address is typed. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await (await library()).browserSupportsWebAuthnAutofill())

/** Takes the offer back: whoever went on without it is not to be signed in by it later. */
export async function stopOffering(): Promise<void> {
  if (hasPasskeys()) (await library()).WebAuthnAbortService.cancelCeremony()
}

/** Signs in. @param offered while an address is typed, until something else is done */
export async function signInByPasskey(offered = false): Promise<void> {
  const { startAuthentication } = await library()
  const optionsJSON = (await request(own('POST /passkey/options'), { body: {} })).data
  const passkey = await startAuthentication({ optionsJSON, useBrowserAutofill: offered })
  await request(own('POST /passkey'), { body: { passkey } })
}

/** Confirms that it is still the same person. */
export async function confirmByPasskey(): Promise<void> {
  const { startAuthentication } = await library()
  const optionsJSON = (await request(own('POST /step-up/options'), { body: {} })).data
  await request(own('POST /step-up'), { body: { passkey: await startAuthentication({ optionsJSON }) } })
}

/** Makes one. @returns what the browser made, as JSON */
export async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<string> {
  const { startRegistration } = await library()
  return JSON.stringify(await startRegistration({ optionsJSON }))
}

const SENTENCES: Partial<Record<string, string>> = {
  NotAllowedError: t('That was not confirmed. Try again, or use another way.'),
  InvalidStateError: t('This device already has a passkey for your account.'),
  NotSupportedError: t('This device cannot create a passkey that asks for your fingerprint, face or PIN.'),
  SecurityError: t('Passkeys do not work at this address.'),
}

/** What to tell the person. Browsers say the same when somebody cancels and when there is no passkey. */
export function passkeyProblem(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return SENTENCES[name] ?? reasonOf(error)
}
