/** What drafts are told apart by. Apart from forms: a dialog without a form brings no library along. */
import { useEffect } from 'react'
import { draftKey, fillIn } from '../session/kept-drafts.ts'
import { useMembership } from '../session/membership.tsx'

/** Under which the draft of a form is kept as long as that is on the page: those of each user and church apart. @param name what is filled in, such as `people/12` */
export function useDraftKey(name: string): string {
  const { user, church } = useMembership()
  const key = draftKey(user.id, church.slug, name)
  useEffect(() => fillIn(key), [key])
  return key
}
