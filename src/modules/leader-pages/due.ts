/** What else of its group a leader's page leads to: what is due, first of all. */
import type { KeptLink } from '../../links/kept-link.ts'
import type { ServiceParts } from '../../resource/module.ts'
import type { Language } from '../../texts/language.ts'
import type { PageLink } from './page.ts'
import { reportsDueOf } from './report-due.ts'

/** Says what is due of the group of a link; nothing where nothing is. */
type Due = (
  parts: Pick<ServiceParts, 'read' | 'vault' | 'clock'>,
  link: KeptLink,
  language: Language,
) => Promise<PageLink[]>

/** Each module that asks something of leaders has its line here. */
export const DUE: readonly Due[] = [reportsDueOf]
