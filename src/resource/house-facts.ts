/** What actions and views may know of the house whose modules offer them; `House` (house.ts) knows them, too. */
import type { Tx } from '../db/database.ts'
import type { SealedColumn } from '../sealed-column.ts'
import type { Due } from './agenda.ts'
import type { Needed } from './demo.ts'
import type { Detail, MadeFrom } from './detail.ts'
import type { Catalogue } from './event.ts'
import type { Trace } from './forgetting.ts'
import type { FamilyReference, MovedReference, ToldReference } from './person-reference.ts'
import type { AskedHouse, Resource } from './resource.ts'
import type { Role } from './roles.ts'
import type { TakeBack } from './take-back.ts'

export interface HouseFacts extends AskedHouse {
  /** Names of the modules that a church may switch on and off. */
  optional: readonly string[]
  /** Without which of those an optional module cannot be on. */
  standsOn: Readonly<Record<string, readonly string[]>>
  /** Every scope that a key can have. */
  scopes: readonly string[]
  /** The scopes of a role, as those of a key: what it may read and write of the resources. */
  scopesOf(role: Role): string[]
  /** Every event. */
  catalogue: Catalogue
  /** The resources that a church with these modules has. */
  resourcesOn(modules: readonly string[]): readonly Resource[]
  /** What of all modules names people and follows them when two records of one person are merged. */
  movedReferences: readonly MovedReference[]
  /** What of all modules families have. */
  familyReferences: readonly FamilyReference[]
  /** Ends in all modules what removed people do not go on with. */
  endOf(tx: Tx, church: number, people: readonly number[]): Promise<void>
  /** How records of a resource are taken back that an import wrote; undefined where they are not. */
  takeBack(resource: string): TakeBack | undefined
  /** What of all modules goes with a record that is deleted. */
  details: readonly Detail[]
  /** What the modules make from other records by themselves. */
  makes: readonly MadeFrom[]
  /** What of all modules no church can be without. */
  needs: readonly Needed[]
  /** What of all modules is on the agenda. */
  agenda: readonly Due[]
  /** What of all modules is told to who asks what is on record about them. */
  toldReferences: readonly ToldReference[]
  /** What of all modules the vault has sealed. */
  sealed: readonly SealedColumn[]
  /** What the audit log calls what is done, by its name there. */
  logged: Readonly<Record<string, string>>
  /** What of all modules tells of people, in the order in which it is cleansed when somebody is forgotten. */
  traces: readonly Trace[]
}
