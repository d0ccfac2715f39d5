import { today } from '../../src/lib/calendar.ts'

/** The beginning of the day on which a bank of Lagos pays out, as providers write it: an hour of each day it is another than that of UTC. */
export const bankDay = (now: Date): string => `${today(now, 'Africa/Lagos')}T00:00:00.000Z`
