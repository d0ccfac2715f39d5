/** Typed client for the API and the webhooks of Sexton. */

export type { Answer } from './answer.ts'
export type * from './api.ts'
export { SextonError, type SextonErrorCode } from './error.ts'
export type { RequestOptions, SextonRequest } from './request.ts'
export type { CreateOptions, Page, Resource, ResourceName } from './resource.ts'
export { Sexton, type SextonOptions } from './sexton.ts'
export {
  type EventName,
  type VerifyOptions,
  verifyWebhook,
  WebhookError,
  type WebhookEvent,
  type WebhookHeaders,
} from './webhook.ts'
