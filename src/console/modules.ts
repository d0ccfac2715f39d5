/** What the console has of its own: the team of a church, one's account and the first steps. */

import { module } from '../resource/module.ts'
import {
  confirmAddress,
  endOtherSessions,
  endSession,
  mailConfirmation,
  renameAccount,
  sessionsView,
  setLanguage,
} from './account.ts'
import { auditKept } from './audit-forgetting.ts'
import { auditFile, auditView } from './audit-view.ts'
import { inviteUser, renewUserInvitation, revokeInvitation } from './invitations.ts'
import {
  addPasskey,
  beginPasskey,
  passkeysView,
  removeAuthenticator,
  removePasskey,
  renamePasskey,
} from './passkeys.ts'
import { searchModule } from './search.ts'
import { setupCompleted, setupStepDone } from './setup/finish.ts'
import { demoView, removeDemo } from './setup/remove-demo.ts'
import { confirmSetup, finishSetup, setupView, skipSetup } from './setup/setup.ts'
import { changeUser, removeUser, usersFile, usersView } from './users.ts'

const team = module({
  name: 'team',
  title: 'Team',
  group: 'Settings',
  resources: [],
  navigation: [
    { label: 'Team', path: '/settings/team', icon: 'team', may: usersView.name },
    { label: 'Audit log', path: '/settings/audit', icon: 'audit', may: auditView.name },
  ],
  actions: [inviteUser, renewUserInvitation, revokeInvitation, changeUser, removeUser],
  views: [usersView, usersFile, auditView, auditFile],
  copiesPeople: [auditKept],
})

const account = module({
  name: 'account',
  title: 'Your account',
  resources: [],
  actions: [
    endSession,
    endOtherSessions,
    renameAccount,
    setLanguage,
    mailConfirmation,
    confirmAddress,
    beginPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    removeAuthenticator,
  ],
  views: [sessionsView, passkeysView],
})

const setup = module({
  name: 'setup',
  title: 'First steps',
  resources: [],
  actions: [finishSetup, confirmSetup, skipSetup, removeDemo],
  events: [setupStepDone, setupCompleted],
  views: [setupView, demoView],
})

export const CONSOLE_MODULES = [team, account, setup, searchModule] as const
