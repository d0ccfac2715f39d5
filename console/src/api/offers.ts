/** What only the console offers, by name: views, which are read, and actions, which change something. */
export type { Actions, Permission, Views } from '../../../src/console/offers.ts'
