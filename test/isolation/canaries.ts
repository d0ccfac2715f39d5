/** Texts and numbers that tell where they are from, wherever they turn up. */

const two = (number: number): string => String(number).padStart(2, '0')

/** `ZZ-<church>-<branch>-<n>`; branch 99 is the whole church. */
export const canary = (church: number, branch: number, n: number): string => `ZZ-${church}-${two(branch)}-${n}`
export const phone = (church: number, branch: number, n: number): string =>
  `+23480${church}${two(branch)}${String(n).padStart(5, '0')}`

const CANARY = /ZZ-(\d)-(\d\d)-\d+|\+23480(\d)(\d\d)\d{5}/gi

/** The churches and branches that a text gives away. */
export function traces(text: string): { church: number; branch: number }[] {
  return [...text.matchAll(CANARY)].map(([, a, b, c, d]) => ({ church: Number(a ?? c), branch: Number(b ?? d) }))
}

let serial = 0

/** A number that no other record of either church has. */
export function nextSerial(): number {
  serial += 1
  return serial
}
