/** The pages that are drawn from declarations, with what is made by hand beside them. */
import { DeclaredPages } from './declared/declared-page.tsx'
import type { ExtraParts } from './declared/extra-parts.ts'
import { AboveGifts, GiftState, useTestMarks } from './giving/gift-parts.tsx'
import { GroupLeaders } from './groups/group-leaders.tsx'
import { ImportButton } from './imports/import-button.tsx'
import { UndoSection } from './imports/undo-section.tsx'
import { MeetingAttendance } from './meetings/meeting-parts.tsx'
import { SermonSections } from './sermons/sermon-sections.tsx'

const EXTRAS: Readonly<Record<string, ExtraParts>> = {
  gifts: { AboveList: AboveGifts, useMarks: useTestMarks, AboveRecord: GiftState },
  groups: { BelowRecord: GroupLeaders },
  imports: { AboveList: ImportButton, BelowRecord: UndoSection },
  meetings: { sort: '-starts_at', AboveRecord: MeetingAttendance },
  sermons: { BelowRecord: SermonSections },
}

/** Every drawn page of a church. */
export const DrawnPages = () => <DeclaredPages extras={EXTRAS} />
