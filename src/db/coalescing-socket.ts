/**
 * A socket that sends the statements of one turn of the event loop in one piece: handing one to the kernel, which
 * wakes the server's process, costs more than making it. `pg` corks its socket for the messages of a statement; here
 * it stays corked until the turn ends.
 */
import { Socket } from 'node:net'

export class CoalescingSocket extends Socket {
  #gathering = false

  override uncork(): void {
    if (this.#gathering) {
      super.uncork()
      return
    }
    this.#gathering = true
    setImmediate(() => {
      this.#gathering = false
      super.uncork()
    })
  }
}
