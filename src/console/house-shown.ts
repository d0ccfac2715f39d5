/** What the pages are told of the house: the declarations from which they draw lists, records, forms and dialogs. */
import type { Action } from '../resource/action.ts'
import type { Caller } from '../resource/caller.ts'
import type { EventEntry } from '../resource/event.ts'
import type { FieldKind, FieldSpec, Fields } from '../resource/field.ts'
import type { Filter } from '../resource/filter.ts'
import type { House } from '../resource/house.ts'
import { labelOf } from '../resource/labels.ts'
import { isOn, type Module } from '../resource/module.ts'
import { importingRoles, type RelatedList, type Resource } from '../resource/resource.ts'
import { mayThey, ROLES, type Role } from '../resource/roles.ts'
import { phrasesOf } from '../texts/resource-phrases.ts'
import { wordsOfValue } from '../texts/value-words.ts'

/** A field, as a page shows it and a form asks for it. */
export interface ShownField {
  name: string
  label: string
  hint: string | null
  kind: FieldKind
  /** Values of a choice. */
  choices: readonly string[]
  /** What people usually write. */
  usual: readonly string[]
  /** Of a text: such as it may be. */
  example: string | null
  /** The field that lists show where it says nothing. */
  or: string | null
  /** The resource whose record it names. */
  to: string | null
  nullable: boolean
  required: boolean
  /** Longest text, in characters; null where there is no limit. */
  longest: number | null
}

/** A filter of a list. */
export interface ShownFilter {
  name: string
  label: string
  kind: 'choice' | 'switch' | 'date' | 'record' | 'text'
  choices: readonly string[]
  to: string | null
}

/** What may be done with a record. */
export interface ShownAction {
  name: string
  label: string
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
  /** Fields of the record that are sent with it, as the page shows them. */
  asShown: readonly string[]
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
  /** The names of those without which it cannot be on. */
  standsOn: readonly string[]
}

/** What pages are told beside the resources. */
export interface HouseMeta {
  modules: ShownModule[]
  /** What the audit log calls what is done, by its name there. */
  logged: Readonly<Record<string, string>>
}

/** A resource, as far as the member may see it. */
export interface ShownResource {
  name: string
  module: string
  one: string
  many: string
  /** Under what it stands in the navigation. */
  group: string
  icon: string
  /** The field that is the heading of a record's page. */
  title: string | null
  /** What a record's page shows, by section; null for all of it. */
  page: readonly { title: string; fields: readonly string[] }[] | null
  /** Records of other resources that its page lists. */
  related: readonly RelatedList[]
  /** Who sees its records, who adds or changes them, and who brings them in files and takes these back. */
  may: { read: readonly Role[]; write: readonly Role[]; import: readonly Role[] }
  /** Of a record's page, in their order. */
  fields: ShownField[]
  columns: readonly string[]
  filters: ShownFilter[]
  sorts: readonly string[]
  /** Of the list's `meta`, where it has a sum. */
  sum: string | null
  /** Null for whoever may not, and where nobody can. */
  create: ShownForm | null
  update: ShownForm | null
  actions: ShownAction[]
}

/** The resources that a member may read, in the order of their modules. */
export function shownHouse({ modules }: House, role: Role, caller: Caller): ShownResource[] {
  const mine = modules.filter(module => isOn(module, caller.church.modules))
  return mine.flatMap(module =>
    module.resources
      .filter(({ may }) => may.read.includes(role))
      .map(resource => shownResource(module, resource, actionsOf(mine, resource), { role, caller })),
  )
}

/** The modules that any church may switch on and off, and the words of the audit log. */
export const houseMeta = (house: House): HouseMeta => ({
  modules: house.modules.flatMap(({ core, name, title, about = '', standsOn = [] }, at) => {
    const ofSwitch = house.modules.filter(one => one.name === name)
    if (core || house.modules.indexOf(ofSwitch[0] as Module) !== at) return []
    const resources = ofSwitch.flatMap(one => one.resources.map(({ name }) => name))
    return [{ name, title, about, resources, standsOn }]
  }),
  logged: house.logged,
})

/** @param changes its actions, whichever module has them */
function shownResource(
  module: Module,
  resource: Resource,
  changes: readonly Action[],
  { role, caller }: { role: Role; caller: Caller },
): ShownResource {
  const { name, words, fields, list, may } = resource
  const writes = may.write?.includes(role) === true
  const mine = changes.filter(({ may }) => mayThey(role, may, caller.visible !== null))
  return {
    name,
    module: module.name,
    one: words.one,
    many: words.many,
    group: module.group ?? module.title,
    icon: resource.icon ?? 'record',
    title: resource.title ?? null,
    page: resource.page ?? null,
    related: resource.related ?? [],
    may: {
      read: may.read,
      write: ROLES.filter(one => may.write?.includes(one) || changes.some(({ may: { roles } }) => roles.includes(one))),
      import: importingRoles(may),
    },
    fields: shownFields(fields, () => true),
    columns: list.columns ?? Object.keys(fields).slice(1, 7),
    filters: Object.entries(list.filters).map(([filter, declared]) => shownFilter(filter, declared, fields)),
    sorts: list.sorts,
    sum: list.sum?.name ?? null,
    create: shownForm(resource, 'create', writes, mine),
    update: shownForm(resource, 'update', writes, mine),
    actions: mine.filter(isDrawn).map(shownAction),
  }
}

/** The actions of a resource: they are named after it. Another module may have some. */
const actionsOf = (modules: readonly Module[], { name }: Resource): Action[] =>
  modules.flatMap(({ actions = [] }) => actions.filter(action => action.name.startsWith(`${name}.`)))

type DrawnAction = Action & { label: string }

const isDrawn = (action: Action): action is DrawnAction => action.label !== undefined

/** What adds and changes records: writes of the resource, or actions of these names where the API has none. */
const FORMS = ['create', 'update'] as const

const formAction = (
  resource: Resource,
  form: (typeof FORMS)[number],
  actions: readonly Action[],
): Action | undefined =>
  resource[form] === undefined ? actions.find(({ name }) => name === `${resource.name}.${form}`) : undefined

function shownForm(
  resource: Resource,
  form: (typeof FORMS)[number],
  writes: boolean,
  actions: readonly Action[],
): ShownForm | null {
  const action = formAction(resource, form, actions)
  const asked = action?.fields ?? (writes ? resource[form]?.fields : undefined)
  if (asked === undefined) return null
  const isRequired = ({ name, required }: ShownField): boolean => resource.fields[name]?.spec.required ?? required
  return {
    fields: settableFields(asked).map(one => ({ ...one, required: isRequired(one) })),
    action: action?.name ?? null,
    done: action?.done ?? null,
  }
}

const shownFields = (fields: Fields, wanted: (spec: FieldSpec) => boolean): ShownField[] =>
  Object.entries(fields)
    .filter(([, { spec }]) => wanted(spec))
    .map(([name, { spec }]) => shownField(name, spec))

/** What is asked for; which record it is about is known. */
const settableFields = (fields: Fields): ShownField[] =>
  shownFields(fields, isAsked).filter(({ name }) => name !== 'id')

/** What names a record of no resource is chosen in a dialog that is made by hand. */
const isAsked = ({ kind, to, settable, rows }: FieldSpec): boolean =>
  settable && rows === undefined && !(kind === 'record' && to === undefined)

function shownField(name: string, spec: FieldSpec): ShownField {
  const { enum: values, items } = spec.output as { enum?: string[]; items?: { enum?: string[] } }
  return {
    name,
    label: labelOf(name, spec.label),
    hint: spec.hint ?? null,
    kind: spec.kind,
    choices: values ?? items?.enum ?? [],
    usual: spec.usual ?? [],
    example: typeof spec.example === 'string' ? spec.example : null,
    or: spec.or ?? null,
    to: spec.to ?? null,
    nullable: spec.nullable,
    required: spec.required,
    longest: longestOf(spec),
  }
}

const longestOf = ({ schema }: FieldSpec): number | null => Number(schema.meta()?.maxLength ?? 0) || null

function shownFilter(name: string, { schema, label }: Filter, fields: Fields): ShownFilter {
  const { enum: values, format, anyOf } = schema as { enum?: string[]; format?: string; anyOf?: { format?: string }[] }
  const field = fields[name]?.spec
  const isSwitch = values?.join() === '0,1'
  const kind =
    (isSwitch && 'switch') ||
    (values && 'choice') ||
    ((format ?? anyOf?.[0]?.format)?.startsWith('date') && 'date') ||
    (field?.to && 'record')
  return {
    name,
    label: labelOf(name, label ?? field?.label),
    kind: kind || 'text',
    choices: isSwitch ? [] : (values ?? []),
    to: field?.to ?? null,
  }
}

function shownAction(action: DrawnAction): ShownAction {
  const { name, label, removes, when = {}, offered = when, asks = label, done = 'Saved.', asShown = [] } = action
  return {
    name,
    label,
    asks,
    submit: action.submit ?? 'Save',
    confirm: action.confirm ?? null,
    done,
    fields: settableFields(action.fields).filter(field => !asShown.includes(field.name)),
    when: offered,
    asShown,
    removes: removes !== undefined,
  }
}

/** Every text that pages make of declarations: what a language has to translate of them. */
export function shownWords(house: House): string[] {
  const { modules, movedReferences, places, catalogue, optional } = house
  const resources = modules.flatMap(module => module.resources)
  const drawn = house.actions.filter(isDrawn)
  const forms = resources.flatMap(one => FORMS.flatMap(form => formAction(one, form, house.actions) ?? []))
  const words = [
    ...modules.flatMap(({ title, about = '', group = title }) => [title, about, group]),
    ...resources.flatMap(resourceWords),
    ...movedReferences.map(({ words }) => phrasesOf(words)).flatMap(({ counted, several }) => [counted, several]),
    ...places.flatMap(({ words, forgotten }) => {
      if (words === undefined) return []
      return [phrasesOf(forgotten.words ?? words).counted, forgotten.because]
    }),
    ...drawn
      .map(shownAction)
      .flatMap(({ label, asks, submit, confirm, done }) => [label, asks, submit, confirm ?? '', done]),
    ...forms.flatMap(({ done = '' }) => done),
    ...Object.values(house.logged),
    ...[...drawn, ...forms].flatMap(({ fields }) => fieldWords(fields)),
    ...catalogue.offered(optional).flatMap(({ title, events }) => [title, ...events.flatMap(eventWords)]),
  ]
  return [...new Set(words)].filter(word => word !== '')
}

const resourceWords = ({ name, words, fields, page = [], list: { filters } }: Resource): string[] => [
  wordsOfValue(name),
  ...page.map(({ title }) => title),
  ...Object.values(phrasesOf(words)),
  ...fieldWords(fields),
  ...Object.entries(filters).map(([name, filter]) => shownFilter(name, filter, fields).label),
]

const fieldWords = (fields: Fields): string[] =>
  shownFields(fields, () => true).flatMap(({ label, hint, example, choices, usual }) => [
    label,
    hint ?? '',
    example ?? '',
    ...[...choices, ...usual].map(wordsOfValue),
  ])

const eventWords = ({ title, when }: EventEntry): string[] => [title, when ?? '']
