/** What the pages may ask for by name, with the types of what is sent and shown: derived from the declarations. */
import type { ProductModule } from '../modules/index.ts'
import type { TypedView } from '../resource/action.ts'
import type { webhooksModule } from '../webhooks/module.ts'
import type { CONSOLE_MODULES } from './modules.ts'

type AnyModule = ProductModule | typeof webhooksModule | (typeof CONSOLE_MODULES)[number]

type ResourceOf<M> = M extends { resources: infer R } ? (R extends readonly (infer One)[] ? One : never) : never
type ViewOf<M> = M extends { views?: infer V } ? (V extends readonly (infer One)[] ? One : never) : never
type ActionOf<M> = M extends { actions?: infer A } ? (A extends readonly (infer One)[] ? One : never) : never

type Kind<One> = One extends TypedView<string, unknown, unknown, infer Posted> ? Posted : never
type Read<One> = One extends unknown ? (Kind<One> extends true ? never : One) : never
type Posted<One> = One extends unknown ? (Kind<One> extends true ? One : never) : never

/** Each view by its name: what it is asked with, and what it shows. */
export type Views = {
  [One in Read<ViewOf<AnyModule>> as One['name']]: One extends TypedView<string, infer In, infer Out>
    ? { input: In; output: Out }
    : never
}

/** What a page may send: of what need not be sent, null is the empty field of a form, which the server judges. */
type Given<In> = { [Name in keyof In]: undefined extends In[Name] ? In[Name] | null : In[Name] }

type Acting = ActionOf<AnyModule> | Posted<ViewOf<AnyModule>>

/** Each action by its name, and each view that is posted: what it is given, and what it shows. */
export type Actions = {
  [One in Acting as One['name']]: One extends { types?: { input: infer In; output: infer Out } }
    ? { input: Given<In>; output: Out }
    : never
}

type ResourceName = ResourceOf<AnyModule>['name']

/** What a member can have: scopes, as keys have them, and the names of what only the console offers. */
export type Permission = `${ResourceName}:${'read' | 'write'}` | ViewOf<AnyModule>['name'] | ActionOf<AnyModule>['name']
