/** What the API takes and answers: the types of the client, made from the OpenAPI document (`npm run types`). */
export type * from '../../client/src/api.ts'
