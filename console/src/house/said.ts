/** Declarations in the language of the page: the server declares in English. */
import type {
  ShownAction,
  ShownField,
  ShownFilter,
  ShownForm,
  ShownModule,
  ShownResource,
} from '../../../src/console/house-shown.ts'
import { t } from '../texts/t.ts'

const saidField = (field: ShownField): ShownField => ({
  ...field,
  label: t(field.label),
  hint: field.hint && t(field.hint),
  example: field.example && t(field.example),
})

const saidFilter = (filter: ShownFilter): ShownFilter => ({ ...filter, label: t(filter.label) })

const saidAction = (action: ShownAction): ShownAction => ({
  ...action,
  label: t(action.label),
  logged: t(action.logged),
  asks: t(action.asks),
  submit: t(action.submit),
  confirm: action.confirm && t(action.confirm),
  done: t(action.done),
  fields: action.fields.map(saidField),
})

const saidForm = (form: ShownForm | null): ShownForm | null =>
  form && { ...form, fields: form.fields.map(saidField), done: form.done && t(form.done) }

/** A resource with its labels, hints and actions said. What its records are called stays English: phrases are made of it. */
export const saidResource = (resource: ShownResource): ShownResource => ({
  ...resource,
  group: t(resource.group),
  fields: resource.fields.map(saidField),
  page: resource.page?.map(({ title, fields }) => ({ title: t(title), fields })) ?? null,
  filters: resource.filters.map(saidFilter),
  create: saidForm(resource.create),
  update: saidForm(resource.update),
  actions: resource.actions.map(saidAction),
})

/** A module with its title and description said. */
export const saidModule = (module: ShownModule): ShownModule => ({
  ...module,
  title: t(module.title),
  about: t(module.about),
})
