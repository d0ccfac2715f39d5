/** What the home page is shown of people; the module declares it. */
export type { HomePeople } from '../../modules/people/home.ts'
