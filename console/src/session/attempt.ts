/** Asks better-auth for something, and says in a sentence what was wrong. */
import type { auth } from '../api/auth-client.ts'
import { refusalTexts } from '../texts/load-language.ts'
import { inWords, t } from '../texts/t.ts'

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
    if (error === null) return { data, problem: undefined }
    await refusalTexts()
    return { data, problem: sentence(error) }
  } catch {
    return { data: null, problem: AWAY }
  }
}

function sentence({ message, status }: Failure): string {
  if (status >= 500 || status === 0) return AWAY
  if (message !== undefined) return inWords(message)
  return status === 429 ? t('Too many attempts. Wait a minute and try again.') : t('That did not work. Try again.')
}
