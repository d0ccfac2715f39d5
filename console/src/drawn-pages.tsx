/** The pages that are drawn from declarations, with what is made by hand beside them. */
import { DeclaredPages } from './declared/declared-page.tsx'
import type { ExtraParts } from './declared/extra-parts.ts'
import { SermonSections } from './sermons/sermon-sections.tsx'

const EXTRAS: Readonly<Record<string, ExtraParts>> = {
  sermons: { BelowRecord: SermonSections },
}

/** Every drawn page of a church. */
export const DrawnPages = () => <DeclaredPages extras={EXTRAS} />
