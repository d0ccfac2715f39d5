/** What all modules of a house say of the archive, together. */
import type { House } from '../resource/house.ts'
import type { InArchive, WhenRestored } from '../resource/in-archive.ts'
import { isMarked, markColumns } from '../resource/tally-marks.ts'

/** What the modules say, as one. */
export type Declared = Required<Omit<InArchive, 'complete' | 'brought' | 'restored'>> & {
  complete: NonNullable<InArchive['complete']>[]
  brought: NonNullable<InArchive['brought']>[]
  restored: WhenRestored[]
}

/** Joins the declarations of the modules. */
export function declaredOf({ modules }: Pick<House, 'modules'>): Declared {
  const all = modules.flatMap(({ archive }) => archive ?? [])
  const marked = modules.flatMap(({ resources }) => resources.filter(isMarked))
  return {
    leftOut: Object.assign({}, ...all.map(({ leftOut }) => leftOut)),
    // Totals are counted anew.
    columnsLeftOut: Object.assign(
      Object.fromEntries(marked.map(one => [one.name, markColumns(one)])),
      ...all.map(({ columnsLeftOut }) => columnsLeftOut),
    ),
    only: Object.assign({}, ...all.map(({ only }) => only)),
    sealed: all.flatMap(({ sealed = [] }) => sealed),
    arrives: Object.assign({}, ...all.map(({ arrives }) => arrives)),
    settles: Object.assign({}, ...all.map(({ settles }) => settles)),
    unsettled: all.flatMap(({ unsettled = [] }) => unsettled),
    sums: all.flatMap(({ sums = [] }) => sums),
    complete: all.flatMap(({ complete }) => complete ?? []),
    brought: all.flatMap(({ brought }) => brought ?? []),
    restored: all.flatMap(({ restored }) => restored ?? []),
  }
}
