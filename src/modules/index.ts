/** The list of modules. Adding one is a folder and a line here. */
import type { Module } from '../resource/module.ts'
import { batchesModule } from './batches/module.ts'
import { careModule } from './care/module.ts'
import { childDetailsModule } from './child-details/module.ts'
import { churchModule } from './church/module.ts'
import { contributionsModule } from './contributions/module.ts'
import { envelopesModule } from './envelopes/module.ts'
import { filesModule } from './files/module.ts'
import { groupFilesModule } from './group-files/module.ts'
import { groupMeetingsModule } from './group-meetings/module.ts'
import { groupPostsModule } from './group-posts/module.ts'
import { groupReportsModule } from './group-reports/module.ts'
import { groupsModule } from './groups/module.ts'
import { importFilesModule } from './import-files/module.ts'
import { importsModule } from './imports/module.ts'
import { journalModule } from './journal/module.ts'
import { leaderPagesModule } from './leader-pages/module.ts'
import { mediaModule } from './media/module.ts'
import { meetingsModule } from './meetings/module.ts'
import { messagingModule } from './messaging/module.ts'
import { onlineGivingModule } from './online-giving/module.ts'
import { peopleModule } from './people/module.ts'
import { pledgesModule } from './pledges/module.ts'
import { promotionsModule } from './promotions/module.ts'
import { recurringGiftsModule } from './recurring-gifts/module.ts'
import { remindersModule } from './reminders/module.ts'
import { schoolModule } from './school/module.ts'
import { statementsModule } from './statements/module.ts'
import { tasksModule } from './tasks/module.ts'

const ALL = [
  peopleModule,
  churchModule,
  childDetailsModule,
  contributionsModule,
  batchesModule,
  envelopesModule,
  meetingsModule,
  importFilesModule,
  importsModule,
  messagingModule,
  remindersModule,
  tasksModule,
  onlineGivingModule,
  pledgesModule,
  recurringGiftsModule,
  careModule,
  mediaModule,
  groupsModule,
  groupMeetingsModule,
  schoolModule,
  groupPostsModule,
  filesModule,
  groupFilesModule,
  leaderPagesModule,
  groupReportsModule,
  promotionsModule,
  journalModule,
  statementsModule,
] as const

export const MODULES: readonly Module[] = ALL

/** Each of them, with the types of what it offers. */
export type ProductModule = (typeof ALL)[number]
