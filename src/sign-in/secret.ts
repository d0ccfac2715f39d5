/** What the sign-in library signs its cookies with, and seals second factors with. */
import type { Vault } from '../vault.ts'

/** The same for every node with the same key. */
export const signInSecret = (vault: Vault): string =>
  vault.sign('console', 'sign-in') + vault.sign('console', 'sign-in again')

/** The same for each key of the setting, the one that counts first. */
export function signInSecrets(vault: Vault): string[] {
  const [halves, others] = [vault.signatures('console', 'sign-in'), vault.signatures('console', 'sign-in again')]
  return halves.map((half, at) => half + others[at])
}

/** The library's own sealing; loaded where somebody needs it, as it takes a while. */
const library = () => import('better-auth/crypto')

/** Seals a text as the library does what it keeps of a second factor. */
export const sealFactor = async (vault: Vault, text: string): Promise<string> =>
  await (await library()).symmetricEncrypt({ key: signInSecret(vault), data: text })

/** Opens what it sealed. */
export const openFactor = async (vault: Vault, sealed: string): Promise<string> =>
  await (await library()).symmetricDecrypt({ key: signInSecret(vault), data: sealed })

/** Letters and digits that nobody can guess. */
export const randomText = async (length: number): Promise<string> =>
  (await library()).generateRandomString(length, 'a-z', '0-9', 'A-Z')
