/** Most files of a cluster are small: they are held whole, since a stream for each costs more than what is in it. */

/** How large a file may be that is held whole. */
export const SMALL_BYTES = 256 * 1024

/** What a stream gives, as one. */
export async function gathered(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
