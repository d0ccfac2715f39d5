/** What the console does with people, beyond the API. Merging, which all modules have a part in, is in src/console. */
import { checkSight } from '../../resource/list.ts'
import { operation } from '../../resource/operation.ts'
import * as field from '../../resource/types.ts'
import { people } from './people.ts'
import { removePerson } from './remove.ts'

const removePersonOperation = operation({
  name: 'people.remove',
  fields: { id: field.ref().required() },
  stepUp: false,
  async run({ database }, caller, { id = 0 }) {
    await checkSight(database.read, people, caller, id)
    return await removePerson(database, caller.church, id)
  },
})

export const peopleOperations = [removePersonOperation]
