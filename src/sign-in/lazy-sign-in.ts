/** Signing in, made when somebody first comes to. */
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Background } from '../lib/background.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../vault.ts'
import { resetMail } from './reset-mail.ts'
import type { SignIn } from './sign-in.ts'

interface LazyParts {
  database: Database
  vault: Vault
  log: Log
  config: Config
  background: Background
  baseUrl(): string
}

/** Signing in, for whoever asks for it first. */
export interface LazySignIn {
  get(): Promise<SignIn>
  /** Closes its connections, if it was ever made. */
  end(): Promise<void>
}

/**
 * Made when somebody first comes to sign in: the public address is known then, and loading the library takes a second that
 * commands need not wait for.
 */
export function lazySignIn({ database, vault, log, config, baseUrl, background }: LazyParts): LazySignIn {
  let made: Promise<{ signIn: SignIn; pool: ReturnType<Database['pool']> }> | undefined
  const make = async () => {
    const { makeSignIn } = await import('./sign-in.ts')
    const pool = database.pool(SIGN_IN_CONNECTIONS)
    const sendReset = resetMail(config, database, log, background)
    return { pool, signIn: makeSignIn({ pool, vault, log, baseUrl: baseUrl(), sendReset }) }
  }
  return {
    async get(): Promise<SignIn> {
      made ??= make()
      return (await made).signIn
    },
    end: async (): Promise<void> => await (await made)?.pool.end(),
  }
}

const SIGN_IN_CONNECTIONS = 2
