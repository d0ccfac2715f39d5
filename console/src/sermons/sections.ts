/** The studio of a sermon as its pages have it. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { Studio } from '../../../src/modules/media/studio.ts'
import { useView } from '../api/use-operations.ts'

/** In the order in which they are shown. */
export const KINDS = ['notes', 'questions', 'devotional'] as const

export const useStudio = (id: number | undefined, enabled = true): UseQueryResult<Studio> =>
  useView<Studio>('studio', { id }, enabled && id !== undefined)
