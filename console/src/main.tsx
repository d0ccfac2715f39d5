/** The console begins here: with its language, since some texts are said as the pages are loaded. */
import './nonce.ts'
import { loadLanguage } from './texts/load-language.ts'

// Not awaited: the pages need what is in the same file as this, which would wait for them.
void loadLanguage(document.documentElement.lang)
  .then(() => import('./start.tsx'))
  .then(({ start }) => start())
