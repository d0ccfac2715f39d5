/** What a browser calls itself, in words. */
import { t } from '../texts/t.ts'

/** Browsers name the others that they are like, too, so the order matters. */
const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari']
const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']
const NAMES: Record<string, string> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'Mac' }

/** Such as Chrome on Android. @param agent as a browser sends it */
export function deviceOf(agent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map(list => list.find(name => agent.includes(name)))
  const [program, device] = [browser, system].map(name => name && (NAMES[name] ?? name))
  if (program && device) return t('{program} on {device}', { program, device })
  return program || device || t('Unknown device')
}
