/** What pages are told of a declaration: fields, filters, forms and actions, as far as a page draws them. */

import type { FieldKind } from '../resource/field.ts'
import type { IconName } from '../resource/icon-name.ts'
import type { Chosen, FormSection, RelatedList } from '../resource/resource.ts'
import type { Role } from '../resource/roles.ts'
import type { Explained } from '../texts/chapter.ts'

/** A field, as a page shows it and a form asks for it. */
export interface ShownField {
  name: string
  label: string
  hint: string | null
  kind: FieldKind
  /** Values of a choice. */
  choices: readonly string[]
  /** Of a state: what the record is called whose state it is. */
  of: string | null
  /** What people usually write. */
  usual: readonly string[]
  /** Texts that the service itself writes there, in English. */
  writes?: readonly string[]
  /** Of a text: such as it may be. */
  example: string | null
  /** The field that lists show where it says nothing. */
  or: string | null
  /** Of a number: a sentence with the count of what it counts. */
  counts: string | null
  /** Of a switch: what lists say where it is off, and no more where it is on. */
  off: string | null
  /** The resource whose record it names. */
  to: string | null
  nullable: boolean
  required: boolean
  /** Longest text, in characters; null where there is no limit. */
  longest: number | null
  /** What the form of a new record begins with. */
  begins: string | number | boolean | null
  /** Whether a line of a form is enough for it. */
  short: boolean
  /** Whether it is shown only of a record that is in another currency than the church's. */
  ifForeign: boolean
}

/** A filter of a list. */
export interface ShownFilter {
  name: string
  label: string
  /** In its empty field. */
  hint: string | null
  kind: 'choice' | 'language' | 'either' | 'switch' | 'date' | 'record' | 'text'
  choices: readonly string[]
  /** Of a state: what the records are called. */
  of: string | null
  /** What people read in the place of `1` and of `0`, of which either may be left alone. */
  either: readonly [yes: string, no: string] | null
  /** The value that holds where nothing is chosen. */
  usual: string | null
  to: string | null
}

/** What may be done with a record. */
export interface ShownAction {
  name: string
  label: string
  /** Whether its button never stands out. */
  aside: boolean
  /** Over what it asks for. */
  asks: string
  /** On the button below that. */
  submit: string
  /** What will happen, where that cannot be undone. */
  confirm: string | null
  done: string
  fields: ShownField[]
  /** Values of fields in which the record may be. */
  when: Readonly<Record<string, readonly string[] | undefined>>
  /** Amounts of the record of which the first has to be more than the second. */
  while: readonly [more: string, than: string] | null
  /** Fields of the record that are sent with it, as the page shows them. */
  asShown: readonly string[]
  /** Fields that are asked for only where the record says something in another one, by name. */
  askedWith: Readonly<Record<string, string>>
  /** Whether its fields begin empty, whatever the record says. */
  blank: boolean
  /** Whether the record is gone when it is done. */
  removes: boolean
}

/** A form that adds a record or changes one. */
export interface ShownForm {
  fields: ShownField[]
  /** The action that it is sent to; null where the resource itself is written. */
  action: string | null
  /** What is said when it is saved; null where nothing is declared. */
  done: string | null
}

/** A module that a church may switch on and off. */
export interface ShownModule {
  name: string
  title: string
  /** What it brings. */
  about: string
  /** The names of its resources. */
  resources: string[]
  /** The names of its actions and views. */
  offers: string[]
  /** The names of those without which it cannot be on. */
  standsOn: readonly string[]
}

/** What keys may be given of a module. */
export interface ShownScopes {
  /** What the module is called. */
  title: string
  /** Such as `people:write`. */
  scopes: string[]
}

/** What pages are told beside the resources. */
export interface HouseMeta {
  modules: ShownModule[]
  /** The names of the resources that every church has. */
  always: readonly string[]
  /** What a key of the church may be given by the member, by the modules that are on. */
  scopes: readonly ShownScopes[]
  /** What the audit log calls what is done, by its name there. */
  logged: Readonly<Record<string, string>>
}

/** A resource, as far as the member may see it. */
export interface ShownResource {
  name: string
  module: string
  one: string
  many: string
  /** What one does to have one more, where that is not to add one. */
  add?: string
  /** What its pages are for. */
  explained: Explained
  /** The field that is the heading of a record's page. */
  title: string | null
  /** How a record is chosen in forms and filters: from a list of all, by its search, or by a part of its title. */
  chosen: { from: Chosen['from'] | 'title'; by: readonly (readonly string[])[] }
  /** What a record's page shows, by section; null for all of it. */
  page: readonly { title: string; fields: readonly string[] }[] | null
  /** How its forms are divided; null for one section. */
  form: readonly FormSection[] | null
  /** Records of other resources that its page lists. */
  related: readonly RelatedList[]
  /** Who sees its records, who adds or changes them, and who brings them in files and takes these back. */
  may: { read: readonly Role[]; write: readonly Role[]; import: readonly Role[] }
  /** Of a record's page, in their order. */
  fields: ShownField[]
  columns: readonly string[]
  /** What stands with a column: states and switches beside it, other fields on a second line. */
  beside: Readonly<Record<string, readonly string[]>>
  /** The field that a column is sorted by, where that is another one. */
  sortedBy: Readonly<Record<string, string>>
  /** Columns that have their name with them on a phone, whatever they are. */
  named: readonly string[]
  /** Columns that wide screens alone show; null where nothing is declared. */
  wide: readonly string[] | null
  /** What a record is called in lists whose first column says nothing; null for its number. */
  unnamed: string | null
  /** What is said where there is no record yet; null where nothing is declared. */
  none: string | null
  /** Whether each record has a page: else all that is to see and to do of it is in the list. */
  hasPages: boolean
  filters: ShownFilter[]
  sorts: readonly string[]
  /** The order of the list where none is asked for; null for that of the API. */
  shownBy: string | null
  /** Of the list's `meta`, where it has a sum, and the field that is summed. */
  sum: { name: string; column: string } | null
  /** Fields that tell those apart which the search for everything finds. */
  foundBy: readonly (readonly string[])[]
  icon: IconName
  /** Within the church: the page where one is added; null where that is a dialog above the list. */
  addedAt: string | null
  /** Whether what is added without a connection waits in the browser, and is sent when there is one. */
  canWait: boolean
  /** Null for whoever may not, and where nobody can. */
  create: ShownForm | null
  update: ShownForm | null
  actions: ShownAction[]
}
