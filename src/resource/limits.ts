/** Bounds of pages (spec, Limits; decisions, Requests). */
export const DEFAULT_PER_PAGE = 25
export const MAX_PER_PAGE = 100
export const MAX_PAGE = 1_000_000
