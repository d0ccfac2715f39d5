/** Which modules pages bring along, found by building them once: what nobody uses of a package is left out by then. */
import path from 'node:path'
import type { Rolldown } from 'vite'
import { build, type PluginOption } from 'vite'

/** The modules of the console, by their paths. */
export interface Reached {
  all: ReadonlySet<string>
  /** What a module needs before it runs, itself included. @param files below `src`, each loaded when it is wanted or first of all */
  by(files: readonly string[]): ReadonlySet<string>
}

/** @param root of the console */
export async function reachedModules(root: string, plugins: PluginOption[]): Promise<Reached> {
  const { output } = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, reportCompressedSize: false },
  })) as Rolldown.RolldownOutput
  const chunks = new Map(output.flatMap(one => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])))
  const collect = (file: string, into: Set<Rolldown.OutputChunk>): void => {
    const chunk = chunks.get(file)
    if (chunk === undefined || into.has(chunk)) return
    into.add(chunk)
    for (const needed of chunk.imports) collect(needed, into)
  }
  const modulesOf = (some: Iterable<Rolldown.OutputChunk>): Set<string> =>
    new Set([...some].flatMap(({ modules }) => Object.keys(modules)))
  return {
    all: modulesOf(chunks.values()),
    by(files) {
      const found = new Set<Rolldown.OutputChunk>()
      for (const file of files) {
        const id = path.join(root, file)
        const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === id)
        if (chunk === undefined) throw new Error(`${file} is no module that is loaded by itself.`)
        collect(chunk.fileName, found)
      }
      return modulesOf(found)
    },
  }
}
