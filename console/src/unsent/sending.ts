/**
 * Sends what was typed: kept on the device first, so that nothing is lost on the way, and each with its key, so that the server
 * records it once whether or not its answer arrives (decision 0034).
 */
import { drawn } from '../api/addresses.ts'
import { queryClient } from '../api/query-client.ts'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { request } from '../api/request.ts'
import { t } from '../texts/t.ts'
import { changeRow, dropRow, isUnsent, keepRow, rowOf, type Settled, type Unsent, unsentOf } from './store.ts'

/** What became of an entry. `waiting`: nobody knows, and it is sent again. `away`: others would fare no better now. */
export type Outcome =
  | { state: 'sent'; record: Record<string, unknown> & { id: number } }
  | { state: 'refused'; error: Error }
  | { state: 'waiting'; away: boolean }
  | { state: 'discarded' }

/** What changed: an entry was sent, or kept in another way. */
interface Change {
  key: string
  /** Where this page sent it. */
  outcome?: Outcome
}

type Listener = (change: Change) => void
const listeners = new Set<Listener>()
/** Other tabs hear that something changed, and read it themselves. */
const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('sexton-unsent') : undefined
tabs?.addEventListener('message', ({ data }) => tell({ key: String(data) }))

function tell(change: Change): void {
  for (const listener of listeners) listener(change)
}

function changed(key: string, outcome?: Outcome): void {
  tell({ key, ...(outcome && { outcome }) })
  tabs?.postMessage(key)
}

/** Hears of every change, also of other tabs. @returns what ends it */
export function onChange(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Pages that are no secure context have no locks: there, one tab is expected. */
const locked = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  'locks' in navigator ? (navigator.locks.request(name, work) as Promise<Result>) : work()

/** One at a time, over all tabs: what is being sent is neither changed nor discarded. */
const alone = <Result>(work: () => Promise<Result>): Promise<Result> => locked('sexton-unsent', work)

/** The server remembers a key for 30 days; after that, sending again could record it twice. */
const REMEMBERED_MS = 29 * 86_400_000
/** A mark of so long ago is none of today, also where it never left: others have marked since. */
const isForgotten = ({ action, at, tried }: Unsent): boolean => {
  const since = action === undefined ? tried : at
  return since !== null && Date.now() - since > REMEMBERED_MS
}
/** A connection that hangs is none. */
const PATIENCE_MS = 30_000

/** Refusals of now, not of what was typed. */
const FOR_NOW = ['second_factor_required', 'step_up_required', 'church_inactive', 'forbidden_origin']

const isForNow = (error: unknown): boolean =>
  !(error instanceof Refusal) ||
  error.status >= 500 ||
  [401, 408, 429].includes(error.status) ||
  FOR_NOW.includes(error.code)

/** Why it was not accepted, and what to do: of a key that was used, the server says nothing that helps who typed. */
function worded(error: Error): Error {
  if (!(error instanceof Refusal) || error.code !== 'idempotency_key_reused') return error
  const said = t('It was recorded as you first typed it. Look for it in the list, and correct it there.')
  return new Refusal(error.status, error.code, said, error.errors, { path: error.path })
}

class TooOld extends Error {
  constructor() {
    super(
      t('It waited so long that nobody can tell whether it arrived. Look for it in the list before you send it again.'),
    )
  }
}

/**
 * Keeps what became of an entry; not of one that went meanwhile, as at a sign-out, nor of a tap that another one came after: that
 * one is still to be sent.
 */
const note = (entry: Unsent, row: Unsent | Settled): Promise<void> =>
  changeRow(entry.key, now => {
    if (now === undefined) return undefined
    return entry.action === undefined || (isUnsent(now) && now.at === entry.at) ? row : undefined
  })

async function refuse(entry: Unsent, problem: Error): Promise<Outcome> {
  const error = worded(problem)
  const errors = error instanceof Refusal ? error.errors : {}
  await note(entry, { ...entry, state: 'refused', problem: reasonOf(error), errors })
  const outcome: Outcome = { state: 'refused', error }
  changed(entry.key, outcome)
  return outcome
}

/** A fault of the server may be one of this entry alone. */
const isAway = (error: unknown): boolean => !(error instanceof Refusal) || error.status < 500 || error.status === 503

async function wait(entry: Unsent, error: unknown): Promise<Outcome> {
  await note(entry, entry)
  const outcome: Outcome = { state: 'waiting', away: isAway(error) }
  changed(entry.key, outcome)
  return outcome
}

const settle = (entry: Unsent, state: Settled['state']): Promise<void> =>
  note(entry, {
    key: entry.key,
    user: entry.user,
    state,
    at: Date.now(),
    ...(entry.action !== undefined && { isTap: true }),
  })

async function sendOne(entry: Unsent): Promise<Outcome> {
  if (isForgotten(entry)) return await refuse(entry, new TooOld())
  const tried: Unsent = { ...entry, state: 'waiting', tried: entry.tried ?? Date.now() }
  // Before it leaves: after a crash nobody else knows that it may have arrived.
  await (entry.action === undefined ? keepRow(tried) : note(entry, tried))
  const { church, resource, action, body, key: idempotencyKey, user: typedBy } = entry
  const sent = { body, typedBy, signal: AbortSignal.timeout(PATIENCE_MS) }
  try {
    const { data } =
      action === undefined
        ? await request(drawn.addition(church, resource), { ...sent, idempotencyKey })
        : await request(drawn.action(church, action), sent)
    await settle(entry, 'sent')
    void queryClient.invalidateQueries({ queryKey: [church], refetchType: 'none' })
    const outcome: Outcome = { state: 'sent', record: data }
    changed(entry.key, outcome)
    return outcome
  } catch (error) {
    return isForNow(error) ? await wait(tried, error) : await refuse(tried, error as Error)
  }
}

/** Keeps an entry on the device, and sends it. One that was kept under its key before gives way to it. */
export async function submit(entry: Omit<Unsent, 'at' | 'tried' | 'state'>): Promise<Outcome> {
  onTheirWay.add(entry.key)
  try {
    return await keepAndSend(entry)
  } finally {
    onTheirWay.delete(entry.key)
    changed(entry.key)
  }
}

async function keepAndSend(entry: Omit<Unsent, 'at' | 'tried' | 'state'>): Promise<Outcome> {
  const kept: Unsent = { ...entry, at: Date.now(), tried: null, state: 'waiting' }
  const isNew = (await rowOf(entry.key)) === undefined
  // At once: what is on its way before it may take long.
  if (isNew) await keepRow(kept)
  return await alone(async () => {
    const now = await rowOf(entry.key)
    if (isNew && now?.state === 'discarded') return { state: 'discarded' }
    if (!isUnsent(now)) return await sendOne(kept)
    // Who sends one again of which nobody can tell any more was told, and has looked.
    const isAnew = now.state === 'refused' && isForgotten(now)
    // Changed after it was sent: by its key the server tells whether it had arrived as it was.
    return await sendOne({ ...kept, at: now.at, tried: isAnew ? null : now.tried })
  })
}

const onTheirWay = new Set<string>()

/** Whether this page is sending it for the first time: nobody has to be told yet that it waits. */
export const isOnItsWay = (key: string): boolean => onTheirWay.has(key)

/** What was tapped is sent in any order with other taps, and never twice at a time. */
const inTurn = <Result>(key: string, work: () => Promise<Result>): Promise<Result> =>
  locked(`sexton-unsent:${key}`, work)

/** What became of a tap. `settled`: another page sent it. */
export type TapOutcome = Outcome | { state: 'settled' }

/** Sends what was tapped, as it is by now: the last tap holds. */
export const sendTap = (key: string): Promise<TapOutcome> =>
  inTurn(key, async (): Promise<TapOutcome> => {
    const now = await rowOf(key)
    // What is not there any more was dropped: it is not on record.
    if (!isUnsent(now)) return { state: now?.state === 'sent' ? 'settled' : 'discarded' }
    return now.state === 'refused' ? { state: 'refused', error: new Error(now.problem) } : await sendOne(now)
  })

let lastTap = 0

/** Keeps what was tapped, in the place of what was tapped there before; it is sent by `sendTap`. */
export async function keepTap(tap: Omit<Unsent, 'at' | 'tried' | 'state'>): Promise<void> {
  onTheirWay.add(tap.key)
  // Two taps within a millisecond are two.
  lastTap = Math.max(lastTap + 1, Date.now())
  await keepRow({ ...tap, at: lastTap, tried: null, state: 'waiting' })
}

/** Says that a tap waits, or is done with: until then nobody has to be told of it. */
export function showTap(key: string): void {
  onTheirWay.delete(key)
  changed(key)
}

/** Forgets what was tapped until now, which the page takes back: it was refused, or discarded where it waited. */
export async function dropTap(key: string): Promise<void> {
  const until = lastTap
  await changeRow(key, now => (isUnsent(now) && now.at <= until ? 'drop' : undefined))
  showTap(key)
}

/** Sends what still waits by now. */
const sendAgain = (key: string): Promise<Outcome | undefined> =>
  alone(async () => {
    const now = await rowOf(key)
    return isUnsent(now) && now.state === 'waiting' ? await sendOne(now) : undefined
  })

async function sendAll(user: string): Promise<number> {
  const churches: string[] = []
  for (const { key, church, action, state } of await unsentOf(user)) {
    if (state !== 'waiting') continue
    // A roll may have hundreds of marks: no gift waits for them.
    const outcome = await (action === undefined ? sendAgain(key) : sendTap(key))
    if (outcome?.state === 'sent') churches.push(church)
    if (outcome?.state === 'waiting' && outcome.away) break
  }
  for (const church of new Set(churches)) void queryClient.invalidateQueries({ queryKey: [church] })
  return churches.length
}

let underWay: Promise<number> | undefined

/**
 * Sends what waits of somebody, the oldest first; stops where the server cannot be reached.
 * @returns how many entries are on record now; 0 where this page is at it already
 */
export async function sendWaiting(user: string): Promise<number> {
  if (underWay !== undefined) return await underWay.then(() => 0)
  underWay = sendAll(user).finally(() => {
    underWay = undefined
  })
  return await underWay
}

const change = (key: string, how: (entry: Unsent) => Promise<void>): Promise<void> =>
  alone(() =>
    inTurn(key, async () => {
      const entry = await rowOf(key)
      if (isUnsent(entry)) await how(entry)
      changed(key)
    }),
  )

/** Takes an entry out to change it: it is not sent as it is. */
export const hold = (key: string): Promise<void> =>
  change(key, async entry => {
    if (entry.state === 'waiting') await keepRow({ ...entry, state: 'held' })
  })

/** Puts it back as it was. One that nobody can tell of any more gets a key of its own: who sends it has looked. */
export const release = (key: string): Promise<void> =>
  change(key, async ({ problem: _problem, errors: _errors, ...entry }) => {
    const isOld = isForgotten(entry)
    if (isOld) await dropRow(key)
    const anew = isOld && { key: crypto.randomUUID(), tried: null }
    await keepRow({ ...entry, ...anew, state: 'waiting' })
  })

/** Forgets what was typed, as somebody wished. */
export const discard = (key: string): Promise<void> => change(key, entry => settle(entry, 'discarded'))

/** Forgets an entry whose form is still open, with all of it. */
export const takeBack = (key: string): Promise<void> => change(key, ({ key }) => dropRow(key))
