/** A section of the studio while it is written, and the text of somebody else who saved in between. */
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StudioSection } from '../../../src/modules/media/studio.ts'
import { Refusal } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'
import { wordOf } from '../formats/words.ts'
import { focusFirstError, sortErrors } from '../forms/field-errors.ts'
import { useDraftForm } from '../forms/use-draft-form.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import type { SectionKind } from './sections.ts'

/** Which section is written. */
export interface SectionPlace {
  /** Id of the sermon. */
  id: number
  kind: SectionKind
  /** As it was read; undefined where nothing was written yet. */
  section: StudioSection | undefined
  refetch(): Promise<StudioSection | undefined>
}

/** Fields that show their errors themselves. */
export const FIELDS = ['title', 'body']

/** Somebody else has written it since it was read. */
const isOvertaken = (error: Error): boolean => error instanceof Refusal && 'version' in error.errors

/** What was typed is kept in the browser; nothing is saved over what somebody else wrote. */
export function useSection({ id, kind, section, refetch }: SectionPlace) {
  const { path } = useMembership()
  const [, navigate] = useLocation()
  const [theirs, setTheirs] = useState<StudioSection>()
  // The version is kept with the text: after a reload it is still what the text began with.
  const draft = useDraftForm(`sermons/${id}/${kind}`, {
    title: section?.title ?? '',
    body: section?.body ?? '',
    version: section?.version ?? null,
  })
  const { form } = draft
  const save = useAction('sermons.set_section')

  function send(version: string | null): void {
    const { title, body } = form.values
    const onSuccess = (): void => {
      draft.drop()
      notifications.show({ message: t('{section} saved.', { section: wordOf(kind) }) })
      navigate(path(`/sermons/${id}`), { replace: true })
    }
    const onError = (error: Error): void => {
      form.setErrors(sortErrors(error, FIELDS).beside)
      if (isOvertaken(error)) void refetch().then(setTheirs)
      else focusFirstError()
    }
    save.mutate({ id, kind, title: title.trim() || null, body, version }, { onSuccess, onError })
  }

  return {
    draft,
    busy: save.isPending,
    /** Why it was not saved, unless it is what somebody else wrote. */
    error: save.error && !isOvertaken(save.error) ? save.error : null,
    /** What somebody else wrote; undefined as long as nobody did. */
    theirs,
    save: () => send(form.values.version),
    /** Saves over what somebody else wrote, once it was shown. */
    keepMine: () => theirs && send(theirs.version),
    /** Goes on with what somebody else wrote. */
    takeTheirs(): void {
      if (theirs === undefined) return
      form.setValues({ title: theirs.title ?? '', body: theirs.body, version: theirs.version })
      setTheirs(undefined)
      save.reset()
    },
  }
}
