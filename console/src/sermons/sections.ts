/** The studio of a sermon as its pages have it. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { Actions, Views } from '../api/offers.ts'
import { useView } from '../api/use-offers.ts'
import { everyOf } from '../formats/every-of.ts'

/** What is written in a studio beside the sermon itself. */
export type SectionKind = Actions['sermons.set_section']['input']['kind']

/** In the order in which they are shown. */
export const KINDS = everyOf<SectionKind>({ notes: true, questions: true, devotional: true })

/** The studio of a sermon: the sermon, with everything that is written for it. */
export const useStudio = (id: number | undefined): UseQueryResult<Views['studio']['output']> =>
  useView('studio', { id }, id !== undefined)
