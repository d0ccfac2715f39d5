/** The links by which a leader or teacher sees one group without an account (decision 0024); their pages are in `leader-pages/`. */
import { keptLink } from '../../links/kept-link.ts'

/** Each is for an active member of its group, and leads nowhere once they have left it or the group became confidential. */
export const groupLink = keptLink({ kind: 'group', module: 'groups' })
