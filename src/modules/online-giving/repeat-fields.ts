/** What of the giving form asks whether the gift is to be repeated: how often, how, and until when. */
import { FREQUENCIES, type Frequency } from '../../lib/periods.ts'
import { type Html, html } from '../../public-routes/page.ts'
import { type Language, msg } from '../../texts/language.ts'
import { CONSENT } from './recurring-form.ts'

/** How often, as people say it. */
export const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  weekly: msg('Every week'),
  biweekly: msg('Every two weeks'),
  monthly: msg('Every month'),
  quarterly: msg('Every three months'),
  yearly: msg('Every year'),
}

/** What is asked here. */
interface Repeats {
  language: Language
  church: { name: string }
  typed: { frequency: string; mode: string; ends_on: string }
}

/** How the form says that a field is wrong. */
interface Marking<P> {
  marks(shown: P, name: 'frequency' | 'ends_on'): Html | false
  mistake(shown: P, name: 'frequency' | 'ends_on'): Html | false
}

/** @template P what the whole page shows */
export function repeatFields<P extends Repeats>(shown: P, { marks, mistake }: Marking<P>): Html {
  const { language, typed, church } = shown
  const { say } = language
  const option = (value: string, words: string, chosen: string): Html =>
    html`<option value="${value}"${value === chosen && html` selected`}>${say(words)}</option>`
  return html`<label for="frequency">${say('How often')}</label>
<select id="frequency" name="frequency"${marks(shown, 'frequency')}>${option('', msg('Once'), typed.frequency)}${FREQUENCIES.map(one => option(one, FREQUENCY_WORDS[one], typed.frequency))}</select>
${mistake(shown, 'frequency')}
<details${typed.frequency !== '' && html` open`}><summary>${say('If it is to be repeated')}</summary>
<label for="mode">${say('How you pay the next ones')}</label>
<select id="mode" name="mode">${option('charge', msg('Charge the same card each time'), typed.mode)}${option('remind', msg('Send me a link by email each time'), typed.mode)}</select>
<label for="ends_on">${say('Until (optional)')}</label>
<input id="ends_on" name="ends_on" type="date" value="${typed.ends_on}"${marks(shown, 'ends_on')}>
${mistake(shown, 'ends_on')}
<p class="small">${say('If you choose to be charged each time, you agree to this: {consent}', { consent: say(CONSENT, { church: church.name }) })}</p>
</details>`
}
