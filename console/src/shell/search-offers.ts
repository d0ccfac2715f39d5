/** What the search for everything offers: pages of the navigation, forms of what can be added, records that were found. */

import { fold } from '../../../src/lib/fold.ts'
import type { ShownGroup } from '../../../src/resource/navigation.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import type { Views } from '../api/offers.ts'
import { foundIn } from '../forms/found.ts'
import type { ShownResource } from '../house/house.ts'
import type { IconName } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'

/** Something to go to. */
export interface Offered {
  /** Unique among all. */
  key: string
  label: string
  /** What tells it from others; empty for nothing. */
  detail: string
  icon: IconName
  /** Within the church. */
  path: string
  /** Whether the form is a dialog above the list that the path leads to. */
  adds?: true
}

/** What stands under one heading. */
export interface OfferedGroup {
  label: string
  offers: Offered[]
}

/** Pages and forms of each kind that are shown for what was typed. */
const MOST_PLACES = 6

/** What can be added, and the pages, without those that are the form of something. */
export function placesOf(house: readonly ShownResource[], navigation: readonly ShownGroup[]): OfferedGroup[] {
  const items = navigation.flatMap(({ label = '', items }) => items.map(item => ({ ...item, group: label })))
  const adding = house.flatMap((resource): Offered[] => {
    const item = items.find(({ path }) => path === `/${resource.name}`)
    if (resource.create === null || item === undefined) return []
    const form = resource.addedAt === null ? { path: item.path, adds: true as const } : { path: resource.addedAt }
    return [{ key: `add/${resource.name}`, label: t(phrasesOf(resource).add), detail: '', icon: 'plus', ...form }]
  })
  const pages = items
    .filter(({ path }) => !adding.some(one => one.path === path && one.adds === undefined))
    .map(({ label, path, icon, group }): Offered => ({ key: `page${path}`, label, detail: group, icon, path }))
  const account: Offered = { key: 'account', label: t('Your account'), detail: '', icon: 'team', path: '/account' }
  return [
    { label: t('Do'), offers: adding },
    { label: t('Pages'), offers: [...pages, account] },
  ]
}

const wordsIn = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

/** The article of Arabic, which is written in one with its word. */
const ARTICLE = 'ال'

/** Those of which words begin with each that was typed, first those that begin with it; what can be added where nothing is typed. */
export function placesMatching(places: readonly OfferedGroup[], typed: string): OfferedGroup[] {
  const wanted = fold(typed)
  const words = wordsIn(typed)
  const isSaid = (word: string, said: readonly string[]): boolean =>
    said.some(one => one.startsWith(word) || one.startsWith(`${ARTICLE}${word}`))
  const later = ({ label }: Offered): number => (fold(label).startsWith(wanted) ? 0 : 1)
  return places.map(({ label, offers }) => ({
    label,
    offers: offers
      .filter(({ label, detail }) => words.every(word => isSaid(word, wordsIn(`${label} ${detail}`))))
      .toSorted((a, b) => later(a) - later(b))
      .slice(0, MOST_PLACES),
  }))
}

/** In the direction of its own: a phone's + stands before its digits in Arabic, too (Unicode's FSI and PDI). */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** The records that were found, by what they are. */
export const fromRecords = (house: readonly ShownResource[], found: Views['search']['output']): OfferedGroup[] =>
  found.flatMap(({ resource: name, records }) => {
    const resource = house.find(one => one.name === name)
    if (resource === undefined) return []
    const offers = records.map(record => {
      const { title, details } = foundIn(resource, resource.foundBy)(record)
      const detail = details.map(isolated).join(' · ')
      const path = resource.hasPages ? `/${name}/${record.id}` : `/${name}`
      return { key: `${name}/${record.id}`, label: title, detail, icon: resource.icon, path }
    })
    return [{ label: t(phrasesOf(resource).many), offers }]
  })
