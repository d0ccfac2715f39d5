/** How long sessions and links to a new password last. Not with the library's settings, which take a second to load. */

/** Seconds, however much it is used (ASVS 5.0, 7.3.2). */
export const LONGEST_SESSION_S = 12 * 3_600

/** Seconds that a link to a new password is good. */
export const RESET_S = 3_600

/** Minutes without a request, after which it ends (ASVS 5.0, 7.3.1). */
export const IDLE_MINUTES = 30
