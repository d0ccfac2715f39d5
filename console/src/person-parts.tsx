/** What stands beside a person's details, each part in the folder of its part of the product. */
import { PersonGiving } from './giving/person-giving.tsx'
import { PersonPledges } from './giving/person-pledges.tsx'
import { PersonStatements } from './giving/person-statements.tsx'
import { PersonMessages } from './messages/person-messages.tsx'
import { PersonChild } from './people/person-child.tsx'
import { PersonFamily } from './people/person-family.tsx'
import { PersonHistory } from './people/person-history.tsx'
import { personPage } from './people/person-page.tsx'
import { PersonTags } from './people/person-tags.tsx'

/** What the church's pages show of a person. Lists of the house that have no place here stand before the messages. */
export const page = personPage(
  [
    { needs: 'person_more', Part: PersonTags },
    { needs: 'families:read', Part: PersonFamily },
    { needs: 'person_child', Part: PersonChild },
    { list: 'group_members' },
    { list: 'attendances' },
    { list: 'tasks' },
    { needs: 'contributions:read', Part: PersonGiving },
    { needs: 'statements:read', Part: PersonStatements },
    { needs: 'person_pledges', Part: PersonPledges },
    { list: 'recurring_gifts' },
  ],
  [
    { needs: 'messages:read', Part: PersonMessages },
    { needs: 'person_history', Part: PersonHistory },
  ],
)
