/** What the home page is shown of messages; the module declares it. */
export type { HomeMessages } from '../../modules/messaging/home.ts'
