/** The core: the church itself and what every church has. */
import type { Module } from '../../resource/resource.ts'
import { branches } from './branches.ts'

export const church: Module = {
  name: 'core',
  title: 'Core',
  core: true,
  resources: [branches],
  events: {
    'api.key_created': { title: 'API key created', when: 'an API key was created (the key itself is never included)' },
    'api.key_revoked': { title: 'API key revoked', when: 'an API key was revoked' },
  },
}
