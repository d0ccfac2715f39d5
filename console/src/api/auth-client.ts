/** Signing in and out (better-auth). Loaded only when somebody does. */

import { createAuthClient } from 'better-auth/client'
import { twoFactorClient } from 'better-auth/client/plugins'

export const auth = createAuthClient({ basePath: '/console/auth', plugins: [twoFactorClient()] })
