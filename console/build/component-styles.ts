/** The styles of the components that the pages use, in the order in which Mantine has them; it brings those of all components. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const CLASS = /\bm_[0-9a-f]+\b/g

/**
 * @param styles Mantine's folder of styles, beside `styles.css`, which holds them all
 * @param modules that the pages use: the names of a component's classes are in one of them
 * @returns one stylesheet
 */
export function componentStyles(styles: string, modules: Iterable<string>): string {
  const used = new Set<string>()
  for (const module of modules) {
    if (module.endsWith('.module.mjs'))
      for (const name of readFileSync(module, 'utf8').match(CLASS) ?? []) used.add(name)
  }
  const whole = readFileSync(path.join(styles, '..', 'styles.css'), 'utf8')
  return readdirSync(styles)
    .filter(name => name.endsWith('.css') && !name.endsWith('.layer.css'))
    .map(name => readFileSync(path.join(styles, name), 'utf8').trim())
    .filter(text => {
      const classes = text.match(CLASS)
      return classes === null || classes.some(name => used.has(name))
    })
    .sort((a, b) => whole.indexOf(a) - whole.indexOf(b))
    .join('\n')
}
