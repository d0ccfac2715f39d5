/** What the pages are told of the house: the declarations from which they draw lists, records, forms and dialogs. */
import type { Action } from '../resource/action.ts'
import type { Caller } from '../resource/caller.ts'
import type { EventEntry } from '../resource/event.ts'
import type { FieldKind, FieldSpec, Fields } from '../resource/field.ts'
import type { Filter } from '../resource/filter.ts'
import type { House } from '../resource/house.ts'
import { labelOf } from '../resource/labels.ts'
import { isOn, type Module } from '../resource/module.ts'
import type { Resource } from '../resource/resource.ts'
import { mayThey, ROLES, type Role } from '../resource/roles.ts'
import { phrasesOf } from '../texts/resource-phrases.ts'
import { wordsOfValue } from '../texts/value-words.ts'
import { loggedWords } from './logged-words.ts'

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
  done: string
  fields: ShownField[]
  /** Values of fields in which the record may be. */
  when: Readonly<Record<string, readonly string[] | undefined>>
}

/** A module that a church may switch on and off. */
export interface ShownModule {
  name: string
  title: string
  /** What it brings. */
  about: string
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
  /** Who sees its records, and who adds or changes them. */
  may: { read: readonly Role[]; write: readonly Role[] }
  /** Of a record's page, in their order. */
  fields: ShownField[]
  columns: readonly string[]
  filters: ShownFilter[]
  sorts: readonly string[]
  /** Of the list's `meta`, where it has a sum. */
  sum: string | null
  /** Fields of the form that adds a record; null for whoever may not, and where nobody can. */
  create: ShownField[] | null
  update: ShownField[] | null
  actions: ShownAction[]
}

/** The resources that a member may read, in the order of their modules. */
export function shownHouse({ modules }: House, role: Role, caller: Caller): ShownResource[] {
  const mine = modules.filter(module => isOn(module, caller.church.modules))
  return mine.flatMap(module =>
    module.resources
      .filter(({ may }) => may.read.includes(role))
      .map(resource => shownResource(module, resource, role, caller)),
  )
}

/** The modules that any church may switch on and off, and the words of the audit log. */
export const houseMeta = (house: House): HouseMeta => ({
  modules: house.modules.flatMap(({ core, name, title, about = '' }) => (core ? [] : [{ name, title, about }])),
  logged: loggedWords(house),
})

function shownResource(module: Module, resource: Resource, role: Role, caller: Caller): ShownResource {
  const { name, words, fields, list, may, create, update } = resource
  const writes = may.write?.includes(role) === true
  const changes = actionsOf(module, resource)
  const actions = changes.filter(isDrawn).filter(({ may }) => mayThey(role, may, caller.visible !== null))
  return {
    name,
    module: module.name,
    one: words.one,
    many: words.many,
    group: module.group ?? module.title,
    icon: resource.icon ?? 'record',
    may: {
      read: may.read,
      write: ROLES.filter(one => may.write?.includes(one) || changes.some(({ may: { roles } }) => roles.includes(one))),
    },
    fields: shownFields(fields, () => true),
    columns: list.columns ?? Object.keys(fields).slice(1, 7),
    filters: Object.entries(list.filters).map(([filter, declared]) => shownFilter(filter, declared, fields)),
    sorts: list.sorts,
    sum: list.sum?.name ?? null,
    create: create !== undefined && writes ? shownFields(create.fields, ({ settable }) => settable) : null,
    update: update !== undefined && writes ? shownFields(update.fields, ({ settable }) => settable) : null,
    actions: actions.map(shownAction),
  }
}

/** The actions of a resource: they are named after it. */
const actionsOf = ({ actions = [] }: Module, { name }: Resource): Action[] =>
  actions.filter(action => action.name.startsWith(`${name}.`))

type DrawnAction = Action & { label: string }

const isDrawn = (action: Action): action is DrawnAction => action.label !== undefined

const shownFields = (fields: Fields, wanted: (spec: FieldSpec) => boolean): ShownField[] =>
  Object.entries(fields)
    .filter(([, { spec }]) => wanted(spec))
    .map(([name, { spec }]) => shownField(name, spec))

function shownField(name: string, spec: FieldSpec): ShownField {
  const { enum: values, items } = spec.output as { enum?: string[]; items?: { enum?: string[] } }
  return {
    name,
    label: labelOf(name, spec.label),
    hint: spec.hint ?? null,
    kind: spec.kind,
    choices: values ?? items?.enum ?? [],
    usual: spec.usual ?? [],
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

const shownAction = ({ name, label, asks = label, done = 'Saved.', fields, when = {} }: DrawnAction): ShownAction => ({
  name,
  label,
  asks,
  done,
  fields: shownFields(fields, ({ settable }) => settable).filter(field => field.name !== 'id'),
  when,
})

/** Every text that pages make of declarations: what a language has to translate of them. */
export function shownWords(house: House): string[] {
  const { modules, movedReferences, catalogue, optional } = house
  const resources = modules.flatMap(module => module.resources)
  const actions = house.actions.filter(isDrawn)
  const words = [
    ...modules.flatMap(({ title, about = '', group = title }) => [title, about, group]),
    ...resources.flatMap(resourceWords),
    ...movedReferences.map(({ words }) => phrasesOf(words)).flatMap(({ counted, several }) => [counted, several]),
    ...actions.map(shownAction).flatMap(({ label, asks, done }) => [label, asks, done]),
    ...Object.values(loggedWords(house)),
    ...actions.flatMap(({ fields }) => fieldWords(fields)),
    ...catalogue.offered(optional).flatMap(({ title, events }) => [title, ...events.flatMap(eventWords)]),
  ]
  return [...new Set(words)].filter(word => word !== '')
}

const resourceWords = ({ name, words, fields, list: { filters } }: Resource): string[] => [
  wordsOfValue(name),
  ...Object.values(phrasesOf(words)),
  ...fieldWords(fields),
  ...Object.entries(filters).map(([name, filter]) => shownFilter(name, filter, fields).label),
]

const fieldWords = (fields: Fields): string[] =>
  shownFields(fields, () => true).flatMap(({ label, hint, choices, usual }) => [
    label,
    hint ?? '',
    ...[...choices, ...usual].map(wordsOfValue),
  ])

const eventWords = ({ title, when }: EventEntry): string[] => [title, when ?? '']
