/** The list of modules. Adding one is a folder and a line here. */
import type { Module } from '../resource/module.ts'
import { careModule } from './care/module.ts'
import { churchModule } from './church/module.ts'
import { contributionsModule } from './contributions/module.ts'
import { groupsModule } from './groups/module.ts'
import { importFilesModule } from './import-files/module.ts'
import { importsModule } from './imports/module.ts'
import { mediaModule } from './media/module.ts'
import { meetingsModule } from './meetings/module.ts'
import { messagingModule } from './messaging/module.ts'
import { onlineGivingModule } from './online-giving/module.ts'
import { peopleModule } from './people/module.ts'

const ALL = [
  peopleModule,
  churchModule,
  contributionsModule,
  meetingsModule,
  importFilesModule,
  importsModule,
  messagingModule,
  onlineGivingModule,
  careModule,
  mediaModule,
  groupsModule,
] as const

export const MODULES: readonly Module[] = ALL

/** Each of them, with the types of what it offers. */
export type ProductModule = (typeof ALL)[number]
