/** Asks better-auth for something, and says in a sentence what was wrong. */
import type { auth } from '../api/auth-client.ts'
import { t } from '../texts/t.ts'

interface Failure {
  message?: string | undefined
  status: number
}

interface Attempted<Data> {
  data: Data | null
  /** Undefined when it went well. */
  problem: string | undefined
}

const AWAY = t('The server could not be reached. Check your connection and try again.')

/** The client of better-auth is loaded with the first attempt. */
export async function attempt<Data>(
  ask: (client: typeof auth) => Promise<{ data: Data | null; error: Failure | null }>,
): Promise<Attempted<Data>> {
  try {
    const client = await import('../api/auth-client.ts')
    const { data, error } = await ask(client.auth)
    return { data, problem: error === null ? undefined : sentence(error) }
  } catch {
    return { data: null, problem: AWAY }
  }
}

function sentence({ message, status }: Failure): string {
  if (status === 429) return message ?? t('Too many attempts. Wait a minute and try again.')
  if (status >= 500 || status === 0) return AWAY
  return message ?? t('That did not work. Try again.')
}
