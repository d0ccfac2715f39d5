/**
 * Errors as people read them: with the places in the sources, not in what was compiled. Node can do that itself, but then
 * it reads a map for each file that it loads, whether anything fails in it or not.
 */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const maps = new Map<string, SourceMap | undefined>()

/** The stack of an error, or what was thrown in place of one. */
export function told(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (error.stack ?? error.message).replaceAll(/^ {4}at .*$/gm, inSources)
}

function inSources(line: string): string {
  return line.replace(/(file:\/\/)?(\/[^():]+\.js):(\d+):(\d+)/, (place, _, encoded: string, row, column) => {
    const file = fileURLToPath(`file://${encoded}`)
    const entry = mapOf(file)?.findEntry(Number(row) - 1, Number(column) - 1)
    if (entry === undefined || !('originalSource' in entry)) return place
    const source = path.resolve(path.dirname(file), entry.originalSource)
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  })
}

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    const map = `${file}.map`
    maps.set(file, existsSync(map) ? new SourceMap(JSON.parse(readFileSync(map, 'utf8'))) : undefined)
  }
  return maps.get(file)
}
