/** What stands beside a person's details, each part in the folder of its part of the product. */
import { personGiving } from './giving/person-giving.tsx'
import { personPledges } from './giving/person-pledges.tsx'
import { personStatements } from './giving/person-statements.tsx'
import { personMessages } from './messages/person-messages.tsx'
import { personChild } from './people/person-child.tsx'
import { personFamily } from './people/person-family.tsx'
import { personHistory } from './people/person-history.tsx'
import { personPage } from './people/person-page.tsx'
import { personTags } from './people/person-tags.tsx'

/** What the church's pages show of a person: parts above the lists of what names them (`listedBy`), and below. */
export const page = personPage(
  [personTags, personFamily, personChild],
  [personGiving, personStatements, personPledges, personMessages, personHistory],
)
