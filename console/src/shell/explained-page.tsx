/** A page that is made by hand, with what it is for. */
import type { ComponentType } from 'react'
import type { Explained } from '../../../src/texts/chapter.ts'
import { PageHelp } from './page-help.ts'

/** The page, with a question mark beside its title that says what it is for. */
export const explained = (Page: ComponentType, help: Explained): ComponentType =>
  function ExplainedPage() {
    return (
      <PageHelp value={help}>
        <Page />
      </PageHelp>
    )
  }
