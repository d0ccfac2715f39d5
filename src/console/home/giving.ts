/** What the home page is shown of gifts; the module declares it. */
export type { HomeGiving } from '../../modules/contributions/home.ts'
