/** Whoever reads what a command says, such as `head`, may have enough before its end. That is no fault. */

const STREAMS = [process.stdout, process.stderr]

const isGone = (error: Error): boolean => (error as NodeJS.ErrnoException).code === 'EPIPE'

function hush(error: Error): void {
  if (!isGone(error)) throw error
}

/**
 * Lets a command go on in silence where nobody reads any more: it does what it was called for, a service stops in order, and the exit
 * code is that of the work. Node ignores SIGPIPE, and would end by the error in the middle of it.
 */
export function outliveReaders(): void {
  // A process may run several command lines, one after the other.
  for (const stream of STREAMS) stream.off('error', hush).on('error', hush)
}

/** Writes one part of an endless output. @returns false where nobody reads any more */
export const saidToReader = (text: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, error => {
      if (error == null) resolve(true)
      else if (isGone(error)) resolve(false)
      else reject(error)
    })
  })
