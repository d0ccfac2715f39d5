/** Declarations in the language of the page: the server declares in English. */
import type {
  HouseMeta,
  ShownAction,
  ShownField,
  ShownFilter,
  ShownForm,
  ShownModule,
  ShownResource,
} from '../../../src/console/shown.ts'
import type { ShownGroup, ShownItem } from '../../../src/resource/navigation.ts'
import { t } from '../texts/t.ts'

const saidField = (field: ShownField): ShownField => ({
  ...field,
  label: t(field.label),
  hint: field.hint && t(field.hint),
  example: field.example && t(field.example),
  off: field.off && t(field.off),
})

const saidFilter = (filter: ShownFilter): ShownFilter => ({
  ...filter,
  label: t(filter.label),
  hint: filter.hint && t(filter.hint),
  either: filter.either && [t(filter.either[0]), t(filter.either[1])],
})

const saidAction = (action: ShownAction): ShownAction => ({
  ...action,
  label: t(action.label),
  asks: t(action.asks),
  submit: t(action.submit),
  fields: action.fields.map(saidField),
})

const saidForm = (form: ShownForm | null): ShownForm | null =>
  form && { ...form, fields: form.fields.map(saidField), done: form.done && t(form.done) }

/** A resource with its labels, hints and actions said. What phrases are made of stays English: what records are called, and what is said of one by what stands in it. */
export const saidResource = (resource: ShownResource): ShownResource => ({
  ...resource,
  explained: { ...resource.explained, says: t(resource.explained.says) },
  fields: resource.fields.map(saidField),
  page: resource.page?.map(section => ({ ...section, title: t(section.title) })) ?? null,
  form: resource.form?.map(section => ({ ...section, title: t(section.title) })) ?? null,
  none: resource.none && t(resource.none),
  unnamed: resource.unnamed && t(resource.unnamed),
  filters: resource.filters.map(saidFilter),
  create: saidForm(resource.create),
  update: saidForm(resource.update),
  actions: resource.actions.map(saidAction),
})

const saidModule = (module: ShownModule): ShownModule => ({
  ...module,
  title: t(module.title),
  about: t(module.about),
})

/** A way of the navigation, with its label said. */
export const saidItem = (item: ShownItem): ShownItem => ({ ...item, label: t(item.label) })

/** A part of the navigation, with its labels said. */
export const saidGroup = ({ label, items }: ShownGroup): ShownGroup => ({
  ...(label && { label: t(label) }),
  items: items.map(saidItem),
})

/** What is told beside the resources, with the names of modules and the words of the audit log said. */
export const saidMeta = ({ modules, scopes, logged, ...rest }: HouseMeta): HouseMeta => ({
  ...rest,
  scopes: scopes.map(one => ({ ...one, title: t(one.title) })),
  modules: modules.map(saidModule),
  logged: Object.fromEntries(Object.entries(logged).map(([name, words]) => [name, t(words)])),
})
