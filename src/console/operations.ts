/** Every operation and view of the console: those of the modules, and those that belong to none. */
import { MODULES } from '../modules/index.ts'
import type { Action, View as NewView } from '../resource/action.ts'
import { makeHouse } from '../resource/house.ts'
import { isOn, type Module } from '../resource/module.ts'
import type { Operation, View } from '../resource/operation.ts'
import { WEBHOOK_OPERATIONS } from '../webhooks/console.ts'
import { WEBHOOK_VIEWS } from '../webhooks/console-views.ts'
import { ACCOUNT_OPERATIONS, SESSIONS_VIEW } from './account.ts'
import { AUDIT_VIEW } from './audit-view.ts'
import { HOME_GIVING } from './home/giving.ts'
import { HOME_MESSAGES } from './home/messages.ts'
import { HOME_PEOPLE } from './home/people.ts'
import { HOME_WEBHOOKS } from './home/webhooks.ts'
import { PASSKEY_OPERATIONS, PASSKEYS_VIEW } from './passkeys.ts'
import { DEMAND_OPERATIONS } from './second-factor-demand.ts'
import { SETUP_OPERATIONS, SETUP_VIEW } from './setup/setup.ts'
import { USER_OPERATIONS, USERS_VIEW } from './users.ts'

type Offered<T> = ReadonlyMap<string, { offer: T; module?: Module }>

const offered = <T extends { name: string }>(ofModules: (module: Module) => readonly T[], others: readonly T[]) =>
  new Map([
    ...MODULES.flatMap(module => ofModules(module).map(offer => [offer.name, { offer, module }] as const)),
    ...others.map(offer => [offer.name, { offer }] as const),
  ]) as Offered<T>

const OPERATIONS_BY_NAME = offered<Operation>(
  module => module.operations ?? [],
  [
    ...USER_OPERATIONS,
    ...DEMAND_OPERATIONS,
    ...SETUP_OPERATIONS,
    ...WEBHOOK_OPERATIONS,
    ...ACCOUNT_OPERATIONS,
    ...PASSKEY_OPERATIONS,
  ],
)
const VIEWS_BY_NAME = offered<View>(
  module => module.views ?? [],
  [
    USERS_VIEW,
    AUDIT_VIEW,
    SESSIONS_VIEW,
    PASSKEYS_VIEW,
    SETUP_VIEW,
    HOME_GIVING,
    HOME_PEOPLE,
    HOME_MESSAGES,
    HOME_WEBHOOKS,
    ...WEBHOOK_VIEWS,
  ],
)

const HOUSE = makeHouse(MODULES)

/** Every operation there is. */
export const OPERATIONS: readonly (Operation | Action | NewView)[] = [
  ...[...OPERATIONS_BY_NAME.values()].map(({ offer }) => offer),
  ...HOUSE.actions,
  ...HOUSE.views.filter(({ posted }) => posted),
]

/** Every view there is. */
export const VIEWS: readonly (View | NewView)[] = [
  ...[...VIEWS_BY_NAME.values()].map(({ offer }) => offer),
  ...HOUSE.views.filter(({ posted }) => !posted),
]

function find<T>(all: Offered<T>, name: string, modules: readonly string[]): T | undefined {
  const found = all.get(name)
  return found?.module === undefined || isOn(found.module, modules) ? found?.offer : undefined
}

/** The operation of a name, where the church has its module. */
export const findOperation = (name: string, modules: readonly string[]): Operation | undefined =>
  find(OPERATIONS_BY_NAME, name, modules)

/** The view of a name, where the church has its module. */
export const findView = (name: string, modules: readonly string[]): View | undefined =>
  find(VIEWS_BY_NAME, name, modules)
