/** The part of a roll that a page of a teacher's link lists: all of a usual class, of a large one a hundred names, or those that are searched for. */
import { fold } from '../../lib/fold.ts'
import type { Pupil } from './roll.ts'

/** Names on one page, so that it stays light. */
export const MOST_LISTED = 100
const LONGEST_SEARCH = 100

/** Parameters of the page. */
export const [PAGE, SEARCH] = ['page', 'q'] as const

/** What a page lists. */
export interface Listed {
  pupils: readonly Pupil[]
  /** The class has more names than one page. */
  isLarge: boolean
  /** What was searched for, as it was typed. */
  search: string
  /** Of those who were found, from 1. */
  page: number
  pages: number
  /** How many were found. */
  found: number
}

/** Reads which part is asked for; a page beyond the last is the last. */
export function listedOf(pupils: readonly Pupil[], parameters: URLSearchParams): Listed {
  const search = (parameters.get(SEARCH) ?? '').trim().slice(0, LONGEST_SEARCH)
  const words = fold(search).split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? pupils : pupils.filter(({ name }) => hasAll(fold(name), words))
  const pages = Math.max(1, Math.ceil(found.length / MOST_LISTED))
  const asked = Number(parameters.get(PAGE))
  const page = Number.isSafeInteger(asked) ? Math.min(Math.max(1, asked), pages) : 1
  const listed = found.slice((page - 1) * MOST_LISTED, page * MOST_LISTED)
  return { pupils: listed, isLarge: pupils.length > MOST_LISTED, search, page, pages, found: found.length }
}

const hasAll = (name: string, words: readonly string[]): boolean => words.every(word => name.includes(word))

/** The parameters of another page of the same names. */
export function parametersOf({ search }: Listed, page: number): URLSearchParams {
  const parameters = new URLSearchParams()
  if (search !== '') parameters.set(SEARCH, search)
  if (page > 1) parameters.set(PAGE, String(page))
  return parameters
}
