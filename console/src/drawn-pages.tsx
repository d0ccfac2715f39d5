/** The pages that are drawn from declarations, with what is made by hand beside them. */
import { DeclaredPages } from './declared/declared-page.tsx'
import type { ExtraParts } from './declared/extra-parts.ts'
import { AddToFamily, FamilyPeople } from './families/family-people.tsx'
import { BatchBoard } from './giving/batch-board.tsx'
import { CampaignBoard } from './giving/campaign-board.tsx'
import { ContributionActions, ContributionState } from './giving/contribution-parts.tsx'
import { AboveGifts, GiftState, useTestMarks } from './giving/gift-parts.tsx'
import { HeldGifts } from './giving/held-gifts.tsx'
import { PledgeGivers } from './giving/pledge-givers.tsx'
import { RollOverButton } from './giving/roll-over-button.tsx'
import { AboveStatements, StatementPaper } from './giving/statement-parts.tsx'
import { useVoidNote } from './giving/sum-note.ts'
import { BelowGroup } from './groups/group-parts.tsx'
import { PostSendingSection } from './groups/post-sending.tsx'
import { AboveGroups } from './groups/public-groups.tsx'
import { BelowReport, MeetingReport } from './groups/report-parts.tsx'
import { BelowImport } from './imports/below-import.tsx'
import { ImportButton } from './imports/import-button.tsx'
import { MeetingAttendance } from './meetings/meeting-parts.tsx'
import { MeetingTimes } from './meetings/meeting-times.tsx'
import { GivingFilter } from './people/giving-filter.tsx'
import { NotSeenFilter, PeopleActions } from './people/list-parts.tsx'
import { PersonOnRecord } from './people/person-on-record.tsx'
import { TagFilter } from './people/tag-filter.tsx'
import { PromotionBoard } from './promotions/promotion-board.tsx'
import { StartPromotion } from './promotions/start-promotion.tsx'
import { ClassBelow, ClassToday } from './school/class-parts.tsx'
import { GradesButton } from './school/grades-button.tsx'
import { SessionRoll } from './school/session-roll.tsx'
import { SermonSections } from './sermons/sermon-sections.tsx'
import { TaskAssignee } from './tasks/task-assignee.tsx'

const EXTRAS: Readonly<Record<string, ExtraParts>> = {
  batches: { AboveRecord: BatchBoard },
  contributions: { useSumNote: useVoidNote, RecordActions: ContributionActions, AboveRecord: ContributionState },
  envelopes: { ListActions: RollOverButton },
  families: { RecordActions: AddToFamily, BelowRecord: FamilyPeople },
  gifts: { AboveList: AboveGifts, useMarks: useTestMarks, AboveRecord: GiftState },
  group_posts: { BelowRecord: PostSendingSection },
  group_reports: { BelowRecord: BelowReport },
  groups: { AboveList: AboveGroups, BelowRecord: BelowGroup },
  imports: { ListActions: ImportButton, BelowRecord: BelowImport },
  school_classes: { ListActions: GradesButton, AboveRecord: ClassToday, BelowRecord: ClassBelow },
  class_sessions: { AboveRecord: SessionRoll },
  meetings: { AboveList: MeetingTimes, AboveRecord: MeetingAttendance, BelowRecord: MeetingReport },
  people: {
    ListActions: PeopleActions,
    OnRecord: PersonOnRecord,
    filters: { tag: TagFilter, giving: GivingFilter, not_seen_weeks: NotSeenFilter },
  },
  pledge_campaigns: { AboveRecord: CampaignBoard },
  pledges: { BelowRecord: PledgeGivers },
  promotions: { AboveList: StartPromotion, BelowRecord: PromotionBoard },
  statements: { AboveList: AboveStatements, BelowRecord: StatementPaper },
  recurring_gifts: { AboveList: HeldGifts },
  sermons: { BelowRecord: SermonSections },
  tasks: { AboveRecord: TaskAssignee },
}

/** Every drawn page of a church. */
export const page = () => <DeclaredPages extras={EXTRAS} />
