/**
 * When a public form was begun, signed: what sends forms by itself is too fast, or sends one that it kept. Whoever is turned
 * away is shown the form again with what they typed; nothing is said of spam.
 */

import { type Html, html } from '../public-routes/page.ts'
import type { Vault } from '../vault.ts'

/** Nobody fills in a form in less. */
const LEAST_MS = 3_000
/** What was begun so long ago may be of another day, and of another page. */
const MOST_MS = 24 * 3_600_000

/** The name of the field. */
export const BEGUN = 'begun'
const USE = 'form'

/** What is wrong with when a form was begun: it was too fast; too long ago, or nobody knows. */
export type StartProblem = 'fast' | 'old'

const named = (form: string, seconds: string): string => `${form} ${seconds}`

/** A field that says when a form was begun. @param form tells it from all other forms */
export function startField(vault: Vault, form: string, now: Date): Html {
  const seconds = String(Math.floor(now.getTime() / 1000))
  return html`<input type="hidden" name="${BEGUN}" value="${seconds}.${vault.sign(USE, named(form, seconds))}">`
}

/** @param sent what came back of the field */
export function startProblem(vault: Vault, form: string, sent: string | null, now: Date): StartProblem | undefined {
  const [, seconds = '', signature = ''] = /^(\d{1,12})\.([\w-]{1,64})$/.exec(sent ?? '') ?? []
  if (!vault.verify(USE, named(form, seconds), signature)) return 'old'
  const age = now.getTime() - Number(seconds) * 1000
  if (age > MOST_MS) return 'old'
  return age < LEAST_MS ? 'fast' : undefined
}
