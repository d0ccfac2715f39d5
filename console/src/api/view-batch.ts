/** Views that a page asks for at once, in one request or few: a phone waits for each way to the server and back. */
import type { ToldView } from '../../../src/console/answers.ts'
import { VIEWS_AT_ONCE } from '../../../src/console/views-at-once.ts'
import { viewAt, viewsAt } from './addresses.ts'
import type { Views } from './offers.ts'
import { request } from './request.ts'

interface Waiting {
  name: keyof Views
  resolve(data: unknown): void
  reject(error: unknown): void
}

/** By church: what was asked for since the page last drew. */
const waiting = new Map<string, Waiting[]>()

/** Reads a view that is asked with nothing, together with others of this moment. @throws as `request` */
export function readTogether<Name extends keyof Views>(slug: string, name: Name): Promise<Views[Name]['output']> {
  return new Promise((resolve, reject) => {
    const others = waiting.get(slug)
    const mine = { name, resolve: resolve as Waiting['resolve'], reject }
    if (others !== undefined) return void others.push(mine)
    const all = [mine]
    waiting.set(slug, all)
    setTimeout(() => {
      waiting.delete(slug)
      void (all.length === 1 ? alone(slug, mine) : inRequests(slug, all))
    })
  })
}

const alone = (slug: string, { name, resolve, reject }: Waiting): Promise<void> =>
  request(viewAt(slug, name)).then(({ data }) => resolve(data), reject)

/** In as many requests as they need. */
async function inRequests(slug: string, all: readonly Waiting[]): Promise<void> {
  const names = [...new Set(all.map(({ name }) => name))]
  const requests: Promise<void>[] = []
  for (let from = 0; from < names.length; from += VIEWS_AT_ONCE) {
    const asked = names.slice(from, from + VIEWS_AT_ONCE)
    const own = all.filter(({ name }) => asked.includes(name))
    requests.push(together(slug, asked, own))
  }
  await Promise.all(requests)
}

async function together(slug: string, names: readonly string[], all: readonly Waiting[]): Promise<void> {
  try {
    const { data } = await request(viewsAt(slug, names))
    for (const one of all) settle(slug, one, data[one.name])
  } catch (error) {
    for (const { reject } of all) reject(error)
  }
}

function settle(slug: string, one: Waiting, told: ToldView | undefined): void {
  if (told?.status === 200) one.resolve(told.answer.data)
  // What is refused is asked for alone: the person may have to confirm who they are first, or be told why.
  else void alone(slug, one)
}
