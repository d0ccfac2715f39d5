/** Creates and changes the records of the church that is shown. */
import { useMemo } from 'react'
import type { Resources } from '../api-types.ts'
import type { ResourceName } from './addresses.ts'
import { queryClient } from './query-client.ts'
import { createRecord, updateRecord } from './resources.ts'
import { useShownChurch } from './shown-church.ts'

/** What `useWrites` gives. */
export type Writes = ReturnType<typeof useWrites>

/**
 * `create` and `update` of the church. After each, everything that is shown of the church is read again: lists,
 * figures and histories hold what was written, too.
 * @param refetchType none where much is written in a row: then it is read when it is next shown
 */
export function useWrites(refetchType: 'active' | 'none' = 'active') {
  const { slug } = useShownChurch().church
  return useMemo(() => {
    const changed = (): void => void queryClient.invalidateQueries({ queryKey: [slug], refetchType })
    return {
      async create<Name extends ResourceName>(name: Name, body: Resources[Name]['create'], idempotencyKey: string) {
        const answer = await createRecord(slug, name, body, idempotencyKey)
        changed()
        return answer
      },
      async update<Name extends ResourceName>(name: Name, id: number, body: Resources[Name]['update']) {
        const record = await updateRecord(slug, name, id, body)
        queryClient.setQueryData([slug, name, 'one', id], record)
        changed()
        return record
      },
    }
  }, [slug, refetchType])
}
