/**
 * Signing in to the console, by better-auth: e-mail and password (scrypt), a second factor by TOTP, sessions that end, a
 * forgotten password by mail. There is no public sign-up: people come by a link (see join.ts). Guessing is slowed down by us
 * (guesses.ts), not by the library's lock of an account, which would keep its owner out.
 */
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type { Database } from '../db/database.ts'
import type { Log } from '../lib/log.ts'
import type { Vault } from '../vault.ts'
import { beginSession } from './begin-session.ts'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rules.ts'
import type { SendReset } from './reset-mail.ts'
import { SIGN_IN_ROOT } from './root.ts'
import { signInSecret } from './secret.ts'
import { LONGEST_SESSION_S, RESET_S } from './session-limits.ts'

interface SignInOptions {
  pool: ReturnType<Database['pool']>
  vault: Vault
  log: Log
  /** Public address of the service. */
  baseUrl: string
  /** Mails a link to somebody who forgot their password. */
  sendReset: SendReset
}

/** Makes the library's instance. */
export function makeSignIn({ pool, vault, baseUrl, sendReset, log }: SignInOptions) {
  return betterAuth({
    appName: 'Sexton',
    baseURL: baseUrl,
    basePath: SIGN_IN_ROOT,
    secret: signInSecret(vault),
    database: pool,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: SHORTEST_PASSWORD,
      maxPasswordLength: LONGEST_PASSWORD,
      resetPasswordTokenExpiresIn: RESET_S,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) => {
        sendReset(user, url)
        return Promise.resolve()
      },
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      changeEmail: { enabled: false },
      deleteUser: { enabled: false },
    },
    session: {
      modelName: 'sessions',
      expiresIn: LONGEST_SESSION_S,
      // A session ends when it was to end at its beginning; what is not used ends sooner (see console/member.ts).
      disableSessionRefresh: true,
      fields: {
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
    },
    account: {
      modelName: 'sign_ins',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      // Who reads the table can use none of the links and cookies that it stands for.
      storeIdentifier: 'hashed',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      cookiePrefix: 'sexton',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, path: '/' },
      // Ours knows which proxies to believe, and tells by this header.
      ipAddress: { ipAddressHeaders: ['x-sexton-address'] },
    },
    rateLimit: { enabled: true, storage: 'memory', window: 60, max: 100 },
    logger: { log: (level, message) => (level === 'error' ? log.warn({ message }, 'Sign-in') : undefined) },
    plugins: [
      twoFactor({
        issuer: 'Sexton',
        accountLockout: { enabled: false },
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              backupCodes: 'backup_codes',
              userId: 'user_id',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      beginSession,
    ],
  })
}

/** The library's instance, configured. */
export type SignIn = ReturnType<typeof makeSignIn>
