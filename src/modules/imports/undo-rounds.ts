/** Goes on with every import that is being taken back, on any node: also with what another process left in the middle. */
import { sql } from '../../db/sql.ts'
import type { Job, ServiceParts } from '../../resource/module.ts'
import { findChurch } from '../church/churches.ts'
import { takeBackSome } from './take-back-step.ts'

const ROUND_MS = 1_000

/** Nodes do not get in each other's way: a step holds the import, and begins where the last one ended. */
export function undoRounds(parts: ServiceParts): Job {
  return {
    every: ROUND_MS,
    async run(stop) {
      const waiting = await parts.read.all<{ slug: string; id: number }>(sql`select c.slug, i.id from imports as i
        join churches as c on c.id = i.church_id where i.status = 'undoing' order by i.church_id, i.id`)
      for (const { slug, id } of waiting) await goOn(parts, slug, id, stop)
    },
  }
}

async function goOn(parts: ServiceParts, slug: string, id: number, stop: AbortSignal): Promise<void> {
  const { house, log, take } = parts
  try {
    const church = await findChurch(parts, slug)
    if (church === undefined) return
    while (!stop.aborted && (await take(takeBackSome, church, { id, house })));
  } catch (error) {
    log.warn({ err: error, church: slug, import: id }, 'An import could not be taken back and is tried again')
  }
}
