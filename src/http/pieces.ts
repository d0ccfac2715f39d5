/** Sends a large body piece by piece: no more of it waits in the connection than its client reads. */
import { Readable } from 'node:stream'
import { PIECE } from './stay.ts'

/** A stream of a body; the bytes are not copied. */
export function pieces(bytes: Buffer): Readable {
  let at = 0
  return new Readable({
    highWaterMark: PIECE,
    read() {
      this.push(at < bytes.length ? bytes.subarray(at, at + PIECE) : null)
      at += PIECE
    },
  })
}
