/** Begins a session for somebody whom something other than the sign-in library has proven, such as a passkey. */
import type { BetterAuthPlugin } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'

/** An endpoint without a path: it is called from within and cannot be reached from outside. */
export const beginSession = {
  id: 'begin-session',
  endpoints: {
    beginSession: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ user: z.string() }) }, async ctx => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.user)
      if (user === null) throw ctx.error('UNAUTHORIZED')
      const session = await internalAdapter.createSession(user.id)
      await setSessionCookie(ctx, { session, user })
      return ctx.json({ session: session.id })
    }),
  },
} satisfies BetterAuthPlugin
