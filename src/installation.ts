/** Where this installation is, whether its sources run or what was built of them. */
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of the installation: it holds `package.json`, `migrations/`, `texts/` and, by default, `data/`. */
export const ROOT = above(import.meta.dirname)

/** @throws Error where nothing above the folder is an installation */
function above(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder
  const parent = path.dirname(folder)
  if (parent === folder) throw new Error('There is no package.json above the sources.')
  return above(parent)
}
