/** What drafts are told apart by. Apart from forms: a dialog without a form brings no library along. */
import { draftKey } from '../session/kept-drafts.ts'
import { useMembership } from '../session/membership.tsx'

/** Under which a draft is kept: those of each user and church apart. @param name what is filled in, such as `people/12` */
export function useDraftKey(name: string): string {
  const { user, church } = useMembership()
  return draftKey(user.id, church.slug, name)
}
