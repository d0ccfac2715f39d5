/** The chapters of the guide for volunteers (`docs/guide/`), by their files. */
export const CHAPTERS = [
  'first-sunday',
  'entering-gifts',
  'writing-to-people',
  'groups-and-classes',
  'bringing-in-a-file',
  'who-sees-what',
] as const
export type Chapter = (typeof CHAPTERS)[number]

/** A chapter, or a section of it by the name that its English heading gives it: `first-sunday#call-the-roll`. */
export type GuidePlace = Chapter | `${Chapter}#${string}`

/** What a page is for, in two or three sentences, and where the guide tells more. */
export interface Explained {
  says: string
  chapter: GuidePlace
}
