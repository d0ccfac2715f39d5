/** Signing in and out (better-auth). Loaded only when somebody does. */
import { createAuthClient } from 'better-auth/client'
import { twoFactorClient } from 'better-auth/client/plugins'

/** better-auth's own client: it knows addresses and fields of signing in and out. */
export const auth = createAuthClient({ basePath: '/console/auth', plugins: [twoFactorClient()] })
