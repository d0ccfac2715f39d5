/** Which item of the navigation stands for the address that is shown. */
import type { ShownGroup } from '../../../src/resource/navigation.ts'

/**
 * The path of the item that is nearest: `/contributions/new` rather than `/contributions`. Home stands for itself alone.
 * @param address within the church
 */
export function currentPath(navigation: readonly ShownGroup[], address: string): string | undefined {
  const paths = navigation.flatMap(({ items }) => items.map(({ path }) => path))
  const above = paths.filter(path => path !== '' && (address === path || address.startsWith(`${path}/`)))
  if (address === '' || address === '/') return paths.find(path => path === '')
  return above.sort((a, b) => b.length - a.length)[0]
}
