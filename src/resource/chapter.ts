/** The chapters of the guide for volunteers (`docs/guide/`), by their files. */
export const CHAPTERS = [
  'first-sunday',
  'entering-gifts',
  'writing-to-people',
  'groups-and-classes',
  'who-sees-what',
] as const
export type Chapter = (typeof CHAPTERS)[number]

/** What a page is for, in two or three sentences, and where the guide tells more. */
export interface Explained {
  says: string
  chapter: Chapter
}
