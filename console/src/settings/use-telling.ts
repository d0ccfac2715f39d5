/** What lines of the audit log are told with: names of records, of modules and of settings, asked for where lines name some. */
import type { AuditEntry } from '../../../src/console/audit-view.ts'
import { phrasesOf } from '../../../src/texts/resource-phrases.ts'
import { useView } from '../api/use-offers.ts'
import { useCalledNames } from '../house/called-names.ts'
import { type ShownResource, useHouse, useOptionalModules } from '../house/house.ts'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { recordsNamed, type Telling } from './audit-details.ts'

/** @param entries those that are shown */
export function useTelling(entries: readonly AuditEntry[]): Telling {
  const { church } = useMembership()
  const house = useHouse() ?? []
  const modules = useOptionalModules() ?? []
  const ofAct = (operation: string): ShownResource | undefined =>
    house.find(({ name }) => operation.startsWith(`${name}.`))
  const to = (name: string, operation: string): string | undefined => {
    const fields = [ofAct(operation), ...house].flatMap(resource => resource?.fields ?? [])
    return fields.find(field => field.name === name && field.to !== null)?.to ?? undefined
  }
  const named = recordsNamed(entries, to)
  const name = useCalledNames(resource => named.get(resource) ?? [])
  const setting = useSettingNames(entries.some(({ detail }) => Array.isArray(detail.settings)))
  return {
    ...{ timezone: church.timezone, to, name, setting },
    module: name => modules.find(one => one.name === name)?.title,
    of: operation => ofAct(operation)?.one ?? null,
    records: resource => {
      const known = house.find(({ name }) => name === resource)
      return known && t(phrasesOf(known).many)
    },
  }
}

/** What the settings of all providers are called, by their names. */
function useSettingNames(wanted: boolean): (name: string) => string | undefined {
  const { may } = useMembership()
  const messages = useView('providers', {}, wanted && may('providers'))
  const payments = useView('payment_providers', {}, wanted && may('payment_providers'))
  const offered = [...(messages.data?.available ?? []), ...(payments.data?.available ?? [])]
  const titles = offered.flatMap(({ settings }) => settings.map(({ name, title }): [string, string] => [name, title]))
  const found = new Map(titles)
  return name => {
    const title = found.get(name)
    return title === undefined ? undefined : t(title)
  }
}
