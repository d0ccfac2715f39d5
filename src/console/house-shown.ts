/** What the pages are told of the house: the declarations from which they draw lists, records, forms and dialogs. */
import type { Action } from '../resource/action.ts'
import type { Caller } from '../resource/caller.ts'
import type { EventEntry } from '../resource/event.ts'
import type { FieldSpec, Fields } from '../resource/field.ts'
import type { Filter } from '../resource/filter.ts'
import type { House } from '../resource/house.ts'
import { labelText } from '../resource/labels.ts'
import { areaOf, isOn, type Module } from '../resource/module.ts'
import { importingRoles, type RelatedList, type Resource } from '../resource/resource.ts'
import { mayThey, ROLES, type Role } from '../resource/roles.ts'
import { LOGGED_DETAILS, type LoggedDetail } from '../texts/logged-details.ts'
import { phrasesOf, type RecordWords, sentenceCase } from '../texts/resource-phrases.ts'
import { wordsOfState, wordsOfValue } from '../texts/value-words.ts'
import { navigationWords } from './navigation.ts'
import type { ShownAction, ShownField, ShownFilter, ShownForm, ShownResource } from './shown.ts'

/** The resources that a member may read, in the order of their modules. */
export function shownHouse({ modules }: House, role: Role, caller: Caller): ShownResource[] {
  const mine = modules.filter(module => isOn(module, caller.church.modules))
  return mine.flatMap(module =>
    module.resources
      .filter(({ may }) => may.read.includes(role))
      .map(resource => ({
        ...shownResource(module, resource, actionsOf(mine, resource), { role, caller }),
        related: relatedTo(mine, resource),
      })),
  )
}

/** Behind all lists that have a rank. */
const LAST = 100

/** What its page lists: as it says itself, and then as others say of their records. */
const relatedTo = (modules: readonly Module[], { name, related = [] }: Resource): RelatedList[] => [
  ...related,
  ...modules
    .flatMap(({ resources }) =>
      resources.flatMap(({ name: of, fields, listedBy = [] }) =>
        listedBy.filter(({ by }) => fields[by]?.spec.to === name).map(list => ({ of, ...list })),
      ),
    )
    .sort((one, other) => (one.rank ?? LAST) - (other.rank ?? LAST)),
]

/** @param changes its actions, whichever module has them */
function shownResource(
  module: Module,
  resource: Resource,
  changes: readonly Action[],
  { role, caller }: { role: Role; caller: Caller },
): Omit<ShownResource, 'related'> {
  const { name, words, fields, list, may } = resource
  const writes = may.write?.includes(role) === true
  const mine = changes.filter(({ may }) => mayThey(role, may, caller.visible !== null))
  return {
    name,
    module: areaOf(module),
    one: words.one,
    many: words.many,
    ...(words.add !== undefined && { add: words.add }),
    explained: resource.explained,
    title: resource.title ?? null,
    chosen: { from: resource.chosen?.from ?? 'title', by: resource.chosen?.by ?? [] },
    page: resource.page ?? null,
    form: resource.form ?? null,
    may: {
      read: may.read,
      write: ROLES.filter(one => may.write?.includes(one) || changes.some(({ may: { roles } }) => roles.includes(one))),
      import: importingRoles(may),
    },
    fields: shownFields(fields, () => true, words),
    columns: list.columns ?? Object.keys(fields).slice(1, 7),
    beside: list.beside ?? {},
    sortedBy: list.sortedBy ?? {},
    named: list.named ?? [],
    wide: list.wide ?? null,
    unnamed: list.unnamed ?? null,
    none: list.none ?? null,
    hasPages: resource.one !== undefined,
    foundBy: resource.found?.by ?? resource.chosen?.by ?? [],
    icon: resource.icon ?? 'record',
    addedAt: resource.addedAt ?? (resource.one === undefined ? null : `/${name}/new`),
    filters: Object.entries(list.filters).map(([filter, declared]) => shownFilter(filter, declared, resource)),
    sorts: list.sorts,
    shownBy: list.shownBy ?? (list.sorts.length === 0 ? '-id' : null),
    sum: list.sum ?? null,
    canWait: resource.canWait === true,
    create: shownForm(resource, 'create', writes, mine),
    update: shownForm(resource, 'update', writes, mine),
    actions: mine.filter(isDrawn).map(action => shownAction(action, words)),
  }
}

/** The actions of a resource: they are named after it. Another module may have some. */
const actionsOf = (modules: readonly Module[], { name }: Resource): Action[] =>
  modules.flatMap(({ actions = [] }) => actions.filter(action => action.name.startsWith(`${name}.`)))

type DrawnAction = Action & { label: string }

/** What the records are called that an action is done with, where they are of a resource. */
const wordsOfAction = ({ modules }: Pick<House, 'modules'>, { name }: Action): RecordWords | undefined =>
  modules.flatMap(({ resources }) => resources).find(resource => name.startsWith(`${resource.name}.`))?.words

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
    fields: settableFields(asked, resource.words).map(one => ({ ...one, required: isRequired(one) })),
    action: action?.name ?? null,
    done: action?.done ?? null,
  }
}

/** The field in which a record says its state. */
const STATUS = 'status'

/** @param words of the record, where they are fields of one */
const shownFields = (fields: Fields, wanted: (spec: FieldSpec) => boolean, words?: RecordWords): ShownField[] =>
  Object.entries(fields)
    .filter(([, { spec }]) => wanted(spec))
    .map(([name, { spec }]) => ({
      ...shownField(name, spec),
      of: spec.of ?? ((name === STATUS && words?.one) || null),
    }))

/** What is asked for; which record it is about is known. */
const settableFields = (fields: Fields, words?: RecordWords): ShownField[] =>
  shownFields(fields, isAsked, words).filter(({ name }) => name !== 'id')

/** What no form asks for is left out; what names a record of no resource is chosen in a dialog that is made by hand. */
const isAsked = ({ kind, to, settable, rows, unasked }: FieldSpec): boolean =>
  settable && !unasked && rows === undefined && !(kind === 'record' && to === undefined)

function shownField(name: string, spec: FieldSpec): Omit<ShownField, 'of'> {
  const { enum: values, items } = spec.output as { enum?: string[]; items?: { enum?: string[] } }
  return {
    name,
    label: labelText(name, spec.label),
    hint: spec.hint ?? null,
    kind: spec.kind,
    choices: values ?? items?.enum ?? [],
    usual: spec.usual ?? spec.offers ?? [],
    ...(spec.writes !== undefined && { writes: spec.writes }),
    example: typeof spec.example === 'string' ? spec.example : null,
    or: spec.or ?? null,
    counts: spec.counts ? phrasesOf(spec.counts).counted : null,
    off: spec.off ?? null,
    to: spec.to ?? null,
    nullable: spec.nullable,
    required: spec.required,
    longest: longestOf(spec),
    short: spec.short === true,
    ifForeign: spec.ifForeign === true,
    begins: (spec.begins ?? null) as ShownField['begins'],
  }
}

const longestOf = ({ schema }: FieldSpec): number | null => Number(schema.meta()?.maxLength ?? 0) || null

/** The parameter that searches, where a list has it. */
const SEARCH = 'q'

function shownFilter(name: string, filter: Filter, { fields, words }: Pick<Resource, 'fields' | 'words'>): ShownFilter {
  const { label, hint = null, either = null, schema } = filter
  const { enum: values = [], default: usual = null } = schema as { enum?: string[]; default?: string }
  const field = fields[name]?.spec
  const isSwitch = values.join() === '0,1'
  const choices = values.length > 0 ? values : wordsOf(field)
  const kind =
    (either && 'either') ||
    (isSwitch && 'switch') ||
    (field?.kind === 'language' && 'language') ||
    (choices.length > 0 && 'choice') ||
    (isOfDays(filter) && 'date') ||
    (field?.to && 'record')
  return {
    name,
    label: labelText(name, label ?? (name === SEARCH ? phrasesOf(words).search : field?.label)),
    hint,
    kind: kind || 'text',
    choices: isSwitch ? [] : choices,
    of: field?.of ?? (name === STATUS ? words.one : null),
    either,
    usual: isSwitch ? null : usual,
    to: field?.to ?? null,
  }
}

const isOfDays = ({ schema }: Filter): boolean => {
  const { format, anyOf } = schema as { format?: string; anyOf?: { format?: string }[] }
  return (format ?? anyOf?.[0]?.format)?.startsWith('date') === true
}

/** What people usually look for in a field that takes any text, and the words of a choice. */
const wordsOf = (field: FieldSpec | undefined): readonly string[] =>
  (field?.output as { enum?: string[] } | undefined)?.enum ?? field?.usual ?? []

/** @param words what the record is called that it is done with */
function shownAction(action: DrawnAction, words?: RecordWords): ShownAction {
  const { name, label, removes, when = {}, offered = when, asks = label, done = 'Saved.' } = action
  const { asShown = [], demands = [] } = action
  return {
    name,
    label,
    aside: action.aside ?? false,
    asks,
    submit: action.submit ?? 'Save',
    confirm: action.confirm ?? null,
    done,
    fields: settableFields(action.fields, words)
      .filter(field => !asShown.includes(field.name))
      .map(field => (demands.includes(field.name) ? { ...field, required: true } : field)),
    when: offered,
    while: action.offeredWhile ?? null,
    asShown,
    askedWith: action.askedWith ?? {},
    blank: action.blank === true,
    removes: removes !== undefined,
  }
}

/** The actions that drawn pages ask for: by a button, or as a form. */
function askingActions({ modules, actions }: House): { drawn: DrawnAction[]; forms: Action[] } {
  const resources = modules.flatMap(module => module.resources)
  const forms = resources.flatMap(one => FORMS.flatMap(form => formAction(one, form, actions) ?? []))
  return { drawn: actions.filter(isDrawn), forms }
}

/** Every text that pages make of declarations: what a language has to translate of them. */
export function shownWords(house: House): string[] {
  const { modules, movedReferences, toldReferences, traces, catalogue, optional } = house
  const resources = modules.flatMap(module => module.resources)
  const { drawn, forms } = askingActions(house)
  const words = [
    ...modules.flatMap(({ title, about = '' }) => [title, about]),
    ...navigationWords(house),
    ...resources.flatMap(resourceWords),
    ...movedReferences.map(({ words }) => phrasesOf(words)).flatMap(({ counted, several }) => [counted, several]),
    ...toldReferences.map(({ words }) => sentenceCase(words)),
    ...traces.flatMap(({ words, forgotten }) => {
      if (words === undefined) return []
      return [phrasesOf(forgotten.words ?? words).counted, forgotten.because]
    }),
    ...drawn
      .map(action => shownAction(action, wordsOfAction(house, action)))
      .flatMap(({ label, asks, submit, confirm, done }) => [label, asks, submit, confirm ?? '', done]),
    ...forms.flatMap(({ done = '' }) => done),
    ...Object.values(house.logged),
    ...[...drawn, ...forms].flatMap(({ fields }) => fieldWords(fields)),
    ...valueWords(house),
    ...catalogue.offered(optional).flatMap(({ title, events }) => [title, ...events.flatMap(eventWords)]),
  ]
  return [...new Set(words)].filter(word => word !== '')
}

function phraseWords({ words, list: { sum } }: Resource): string[] {
  const { within, ...phrases } = phrasesOf(words)
  return [...Object.values(phrases), sum === undefined ? '' : within]
}

function resourceWords(resource: Resource): string[] {
  const { name, fields, page = [], form = [], list } = resource
  const filters = Object.entries(list.filters).map(([filter, declared]) => shownFilter(filter, declared, resource))
  return [
    wordsOfValue(name),
    resource.explained.says,
    ...[...page, ...form].map(({ title }) => title),
    ...phraseWords(resource),
    ...fieldWords(fields),
    ...filters.flatMap(({ label, hint, either }) => [label, hint ?? '', ...(either ?? [])]),
    list.none ?? '',
    list.unnamed ?? '',
  ]
}

/** Codes, numbers and names of files or values: the same in every language. */
const CODE = /^(\S*[\d._@-]\S*|[A-Z]+)$/

/** Whether an example stands in a form, in words: of a text that people write, and no value of the API. */
const isReadIn = (spec: FieldSpec | undefined, example: string | null): example is string =>
  spec?.settable === true && ['text', 'line'].includes(spec.kind) && example !== null && !CODE.test(example)

const fieldWords = (fields: Fields): string[] =>
  shownFields(fields, () => true).flatMap(({ name, label, hint, example, counts, off }) => {
    const read = isReadIn(fields[name]?.spec, example) ? example : ''
    return [label, hint ?? '', read, counts ?? '', off ?? '']
  })

/** The words of values, which any page may show. */
export function valueWords(house: House): string[] {
  const { drawn, forms } = askingActions(house)
  const resources = house.modules.flatMap(module => module.resources)
  const shown = [
    ...resources.flatMap(({ fields, words }) => shownFields(fields, () => true, words)),
    ...[...drawn, ...forms].flatMap(action => shownFields(action.fields, () => true, wordsOfAction(house, action))),
    ...house.actions.flatMap(action => shownFields(loggedFields(action), () => true, wordsOfAction(house, action))),
  ]
  // Languages have their names from the browser.
  const worded = shown.filter(({ kind }) => kind !== 'language')
  const several = statesOfSeveral(worded)
  const wordsOf = ({ choices, usual, of }: ShownField): string[] =>
    [...choices, ...usual].map(value =>
      of !== null && several.has(value) ? wordsOfState(value, of) : wordsOfValue(value),
    )
  return [...new Set(worded.flatMap(wordsOf))]
}

/** Fields whose choices the audit log keeps, and its page tells in words. */
function loggedFields({ fields, detail }: Action): Fields {
  const details: Readonly<Record<string, LoggedDetail>> = LOGGED_DETAILS
  const isTold = (name: string): boolean => detail !== undefined && ['word', 'state'].includes(details[name]?.as ?? '')
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isTold(name)))
}

/** States that more than one kind of record has. */
function statesOfSeveral(fields: readonly ShownField[]): ReadonlySet<string> {
  const kinds = new Map<string, Set<string>>()
  for (const { of, choices } of fields) {
    if (of !== null) for (const state of choices) kinds.set(state, (kinds.get(state) ?? new Set()).add(of))
  }
  return new Set([...kinds].flatMap(([state, { size }]) => (size > 1 ? [state] : [])))
}

const eventWords = ({ title, when }: EventEntry): string[] => [title, when ?? '']
