/** The declarations that pages are drawn from: what the server says of each resource, as far as the member may see it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { HouseMeta, ShownField, ShownModule, ShownResource } from '../../../src/console/shown.ts'
import type { ShownGroup, ShownItem } from '../../../src/resource/navigation.ts'
import { type Answer, drawn, houseAt, type Query } from '../api/addresses.ts'
import { request } from '../api/request.ts'
import { listUpTo } from '../api/resources.ts'
import { useMembership } from '../session/membership.tsx'
import { refusalTexts, textsOf } from '../texts/load-language.ts'
import { saidGroup, saidItem, saidMeta, saidResource } from './said.ts'

export type {
  ShownAction,
  ShownField,
  ShownFilter,
  ShownForm,
  ShownModule,
  ShownResource,
} from '../../../src/console/shown.ts'

export type { AnyRecord } from '../api/addresses.ts'

/** What the server declares. It changes with a release or a role, both of which load the pages anew. */
function useDeclarations(): Answer<ShownResource[], HouseMeta> | undefined {
  const { church, role, wants_factor, closing } = useMembership()
  const house = useQuery({
    // Nothing is declared to who has to set up a second factor first, or of a church that is closed.
    enabled: !wants_factor && closing === null,
    queryKey: ['house', church.slug, role, church.modules],
    queryFn: async ({ signal }) => {
      const asked = request(houseAt(church.slug), { signal })
      const [{ data, meta }] = await Promise.all([asked, textsOf('declared'), refusalTexts()])
      return { data: data.map(saidResource), meta: saidMeta(meta) }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return house.data
}

/** Every resource that the member may read. */
export const useHouse = (): readonly ShownResource[] | undefined => useDeclarations()?.data

/** Every module that a church may switch on and off. */
export const useOptionalModules = (): readonly ShownModule[] | undefined => useDeclarations()?.meta.modules

/** The names of the resources that every church has. */
export const useAlways = (): HouseMeta['always'] => useDeclarations()?.meta.always ?? []

/** What the member may give a key, by the modules that the church has. */
export const useScopes = (): HouseMeta['scopes'] | undefined => useDeclarations()?.meta.scopes

/** What stands in the navigation. It comes with the session, before the declarations: every page shows it. */
export function useNavigation(): readonly ShownGroup[] {
  const { navigation } = useMembership()
  return useMemo(() => navigation.map(saidGroup), [navigation])
}

/** What the member does most, for narrow screens. */
export function useAtThumb(): readonly ShownItem[] {
  const { atThumb } = useMembership()
  return useMemo(() => atThumb.map(saidItem), [atThumb])
}

/** What the audit log calls what is done, by its name there. */
export const useLoggedWords = (): HouseMeta['logged'] | undefined => useDeclarations()?.meta.logged

/**
 * One page of a list.
 * @param query parameters of the list
 * @param most for paper: the list from its beginning, in the place of one page, and not more than so many
 */
export function useDeclaredList(name: string, query: Readonly<Record<string, string>>, most?: number) {
  const { church } = useMembership()
  return useQuery({
    queryKey: [church.slug, name, 'list', query, most],
    queryFn: ({ signal }) => {
      const page = (asked: Query) => request(drawn.list(church.slug, name, asked), { signal })
      return most === undefined ? page(query) : listUpTo(page, query, most)
    },
    placeholderData: keepPreviousData,
  })
}

/** One record; nothing is asked without an id. */
export function useDeclaredRecord(name: string, id: number | undefined) {
  const { church } = useMembership()
  return useQuery({
    queryKey: [church.slug, name, 'one', id],
    queryFn: async ({ signal }) => (await request(drawn.record(church.slug, name, Number(id)), { signal })).data,
    enabled: id !== undefined,
  })
}

/** The fields of some names, in the order of the names. */
export const fieldsNamed = ({ fields }: ShownResource, names: readonly string[]): ShownField[] =>
  names.flatMap(name => fields.find(field => field.name === name) ?? [])
