/** Everything beside the API that takes requests, in the words of the OpenAPI document, so that the same requests are made up. */

import { type Fields, inputSchema } from '../../src/resource/field.ts'
import type { Node, Operation, Parameter } from '../property/document.ts'
import { PASSWORD } from '../support/console.ts'
import { ENDPOINTS } from '../support/endpoints.ts'
import { ACTIONS, VIEWS } from '../support/rights.ts'
import { PAGES, PUBLIC_ROOTS } from './public-surface.ts'

/** As much of an operation as requests are made of. */
export type Target = Pick<Operation, 'id' | 'method' | 'path' | 'parameters' | 'body'>

const schemasOf = (fields: Fields): [string, Node][] =>
  Object.entries(fields).map(([name, { spec }]) => [name, inputSchema(spec) as Node])

const objectOf = (properties: [string, Node][], required: string[] = []): Node => ({
  type: 'object',
  properties: Object.fromEntries(properties),
  required,
})

const requiredOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => (spec.required ? [name] : []))

const target = (method: string, path: string, more: Partial<Target> = {}): Target => ({
  id: `${method} ${path}`,
  method,
  path,
  parameters: [],
  body: undefined,
  ...more,
})

const texts = (...names: string[]): [string, Node][] => names.map(name => [name, { type: 'string', maxLength: 200 }])

/** What the pages send to sign in, to join, to confirm. */
const SIGN_IN = objectOf([
  ...texts('token', 'code', 'name', 'newPassword', 'currentPassword', 'redirectTo', 'callbackURL'),
  ['password', { type: 'string', examples: [PASSWORD, 'not this one at all', 'x'] }],
  ['email', { type: 'string', format: 'email' }],
  ['trustDevice', { type: 'boolean' }],
])

const FORM = objectOf([
  ...texts('name', 'note', 'outcome', 'form_id', 'List-Unsubscribe', 'MessageSid', 'MessageStatus', 'From', 'Body'),
  ['amount', { type: 'string', examples: ['1,500.50', '5', '-1'] }],
  ['email', { type: 'string', format: 'email' }],
  ['fund', { type: 'integer', minimum: 1 }],
  ['anonymous', { type: 'string', enum: ['1', ''] }],
  ['data', { type: 'object' }],
])

/** @param church slug of the church that is asked @param served paths of the sign-in library */
export function fuzzTargets(church: string, served: readonly string[]): Target[] {
  const inside = `/console/api/${church}`
  const actions = ACTIONS.map(({ name, fields }) =>
    target('POST', `${inside}/actions/${name}`, { body: objectOf(schemasOf(fields), requiredOf(fields)) }),
  )
  const views = VIEWS.map(({ name, fields }) =>
    target('GET', `${inside}/views/${name}`, {
      parameters: schemasOf(fields).map(([field, schema]): Parameter => ({ name: field, in: 'query', schema })),
    }),
  )
  const resources = ENDPOINTS.map(({ method, path, operation }) =>
    target(method, path.replace('/api/v1', inside), {
      body:
        operation.kind === 'write'
          ? objectOf(schemasOf(operation.write.fields), requiredOf(operation.write.fields))
          : undefined,
    }),
  )
  const entrances = [
    '/api/first-church',
    '/api/front',
    '/api/join',
    '/api/step-up',
    '/api/session',
    '/api/passkey/{id}',
    ...served.map(path => `/auth${path}`),
  ]
  const routes = [
    `/give/${church}`,
    ...PUBLIC_ROOTS.flatMap(route => [`${route}/{id}`, `${route}/${church}/{id}`, `${route}/${church}/sms/{id}`]),
  ]
  const pages = [...PAGES, '/{id}', '/docs/{id}', '/assets/{id}', '/console/{id}', '/c/{id}']
  return [
    ...actions,
    ...views,
    ...resources,
    ...entrances.flatMap(path => ['GET', 'POST'].map(method => target(method, `/console${path}`, { body: SIGN_IN }))),
    ...routes.flatMap(path => ['GET', 'POST'].map(method => target(method, path, { body: FORM }))),
    ...pages.map(path => target('GET', path)),
  ]
}
