/** Which files are tests. Paths are relative to the clone. */
import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'

export const ROOT = path.resolve(import.meta.dirname, '../..')

/** The test files that are named or lie in folders that are. @throws when a name is neither */
export function testFiles(names: readonly string[]): string[] {
  return [...new Set(names.map(name => path.relative(ROOT, path.resolve(ROOT, name))).flatMap(filesIn))]
}

function filesIn(name: string): string[] {
  const found = statSync(path.join(ROOT, name), { throwIfNoEntry: false })
  if (found === undefined) throw new Error(`There is no file or folder ${name} to test.`)
  if (found.isFile()) return [name]
  return readdirSync(path.join(ROOT, name), { recursive: true, encoding: 'utf8' })
    .filter(one => /\.test\.tsx?$/.test(one))
    .map(one => path.join(name, one))
    .sort()
}
