/** How much memory a node that serves lets its heap take. */
import { setFlagsFromString } from 'node:v8'

/**
 * How much the heap of V8 may grow beyond what lives in it before all of it is collected again, in percent. By itself V8 lets it
 * grow to several times that where a machine has much memory, which a church's small server shares with PostgreSQL.
 */
const MOST_GROWTH = 30

/**
 * Keeps the memory of a node below 200 MiB under full load, for processor time that cannot be measured (docs/scale.md). A limit
 * (`--max-old-space-size`) would do so, too, but ends the process where something needs more for a moment. V8 reads it at each collection.
 */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${MOST_GROWTH}`)
