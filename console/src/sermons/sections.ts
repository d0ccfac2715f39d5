/** The studio of a sermon as its pages have it. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { StudioSection } from '../../../src/modules/media/studio.ts'
import { useView } from '../api/use-operations.ts'
import type { Sermon } from '../api-types.ts'

/** In the order in which they are shown. */
export const KINDS = ['notes', 'questions', 'devotional'] as const

/** A sermon with everything that is written in its studio. */
export interface Studio {
  sermon: Sermon
  sections: StudioSection[]
}

/** The studio of a sermon. */
export const useStudio = (id: number | undefined, enabled = true): UseQueryResult<Studio> =>
  useView<Studio>('studio', { id }, enabled && id !== undefined)
