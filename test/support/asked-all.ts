/** How much of a table of who and what is asked: `SEXTON_TEST_EACH=all` asks every cell, the usual run those that differ and some of the others. */
export const ASKED_ALL = process.env.SEXTON_TEST_EACH === 'all'

/**
 * Whether a cell that is like many others is asked: one in so many, and in the next row it is others.
 * @param row its place among those who ask @param place its place among what is asked
 */
export const isAsked = (row: number, place: number, one: number): boolean => ASKED_ALL || (row + place) % one === 0
