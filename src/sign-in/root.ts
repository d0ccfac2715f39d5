/** Where the sign-in library answers. */
export const SIGN_IN_ROOT = '/console/auth'
