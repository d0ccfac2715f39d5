/** The core: the church itself and what every church has. */
import { module } from '../../resource/module.ts'
import { createKey, keysFile, keysView, revokeKey } from './api-keys.ts'
import { churchInArchive } from './archive.ts'
import { branches } from './branches.ts'
import { closeChurch, keepChurch } from './closing.ts'
import { createBranch } from './create-branch.ts'
import { churchCopies } from './forgetting.ts'
import { removeBranch } from './remove-branch.ts'
import { changeChurch, churchView, countriesView, demandSecondFactor, switchApi } from './settings-console.ts'
import { updateBranch } from './update-branch.ts'

export const churchModule = module({
  name: 'church',
  title: 'Church',
  group: 'Settings',
  resources: [branches],
  navigation: [
    { of: branches, group: 'People' },
    { label: 'Church', path: '/settings/church', icon: 'church', may: churchView.name },
    { label: 'API keys', path: '/settings/keys', icon: 'key', may: keysView.name },
  ],
  actions: [
    createBranch,
    updateBranch,
    removeBranch,
    createKey,
    revokeKey,
    changeChurch,
    switchApi,
    demandSecondFactor,
    closeChurch,
    keepChurch,
  ],
  views: [keysView, keysFile, churchView, countriesView],
  copiesPeople: churchCopies,
  archive: churchInArchive,
})
