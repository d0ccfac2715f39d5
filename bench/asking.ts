/** Asks the console as a person does, one request after the other, and times the answers. */

/** Asks for a path within the church, in somebody's name. */
export type Asking = (path: string, init?: RequestInit) => Promise<Response>

/** Milliseconds of the first request and of those after it, to the last byte. */
export async function times(ask: () => Promise<Response>, count: number): Promise<{ first: number; later: number[] }> {
  const took: number[] = []
  for (let n = 0; n <= count; n += 1) {
    const begun = performance.now()
    const response = await ask()
    await response.text()
    took.push(performance.now() - begun)
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  }
  const [first = 0, ...later] = took
  return { first, later }
}
