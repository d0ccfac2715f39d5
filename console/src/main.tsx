/** The console begins here: with its language, since some texts are said as the pages are loaded. */
import './nonce.ts'
import { loadLanguage } from './texts/load-language.ts'

await loadLanguage(document.documentElement.lang)
const { start } = await import('./start.tsx')
start()
