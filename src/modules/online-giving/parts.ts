/** What the giving module works with; given by app.ts. */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Network } from '../../outgoing/request.ts'
import type { Doing } from '../../resource/step.ts'
import type { Vault } from '../../vault.ts'

export interface GivingParts extends Omit<Doing, 'listen'> {
  vault: Vault
  network: Network
  clock: Clock
  log: Log
  /** Public address of the service. */
  baseUrl(): string
}
