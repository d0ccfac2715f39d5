/** The link in a reminder: to the page of one pledge. */
import { signedLink } from '../../links/signed-link.ts'

/** The module that all of this goes on and off with. */
export const PLEDGES = 'giving'

export const pledgeLink = signedLink({ kind: 'pledge', table: 'pledges', module: PLEDGES })
