/** Light or dark, as somebody chose it in the console on this device, which the guide and the public pages heed, too. */
import { header, type Request } from './message.ts'

export type Appearance = 'light' | 'dark'

/** Where the console keeps it. */
const COOKIE = /(?:^|;\s*)sexton_appearance=(light|dark)(?:;|$)/

/** Undefined where they leave it to their device. */
export const chosenAppearance = (request: Request): Appearance | undefined =>
  COOKIE.exec(header(request, 'cookie') ?? '')?.[1] as Appearance | undefined
