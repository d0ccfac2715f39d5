/** What the home page is shown of webhooks; the module declares it. */
export type { HomeWebhook, Share } from '../../webhooks/home.ts'
