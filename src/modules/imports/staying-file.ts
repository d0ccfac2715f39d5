/** What stays when an import is taken back, or stayed, all of it with why, as a file: to be gone through by hand. */
import { labelText } from '../../resource/labels.ts'
import { tableFile } from '../../resource/table-file.ts'
import * as field from '../../resource/types.ts'
import { listIn } from '../../texts/forms.ts'
import { languageFor } from '../../texts/spoken.ts'
import { reasonWords } from '../../texts/stay-reasons.ts'
import { MAY_UNDO } from './undo-import.ts'
import { type Staying, shownOf } from './undo-view.ts'

/** A record that stays, with why in words. */
type Told = Staying & { why: string }

export const stayingFile = tableFile({
  name: 'import_staying_file',
  may: MAY_UNDO,
  fields: { id: field.ref('imports').required() },
  called: 'import-stays',
  columns: {
    line: ({ line }: Told) => line,
    resource: ({ resource }) => resource,
    id: ({ id }) => id,
    name: ({ name }) => name,
    why: ({ why }) => why,
  },
  async *rows(reading, caller, { id }) {
    const { staying } = await shownOf(reading, caller, id, Number.MAX_SAFE_INTEGER)
    const language = languageFor(caller.church)
    const { say } = language
    yield staying.map(one => {
      const { fields = {} } = reading.house.resource(one.resource) ?? {}
      const label = (name: string): string => say(labelText(name, fields[name]?.spec.label))
      return { ...one, why: reasonWords(one.reasons, { say, label, list: words => listIn(language, words) }) }
    })
  },
})
