/** Why a promotion is not applied is said in the language of the page, every sentence of it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { keptRefusals } from '../../../test/support/kept-texts.ts'
import { startService, type TestChurch, type TestService } from '../../../test/support/service.ts'
import { languageNamed } from '../../texts/catalogues.ts'
import { languages } from '../../texts/names.ts'
import { refusalsIn } from '../../texts/refused.ts'
import { createClass } from '../school/edit-class.ts'
import { createYear } from '../school/school-years.ts'
import { applyPromotion } from './apply.ts'
import { draftPromotion } from './draft.ts'

let service: TestService
let church: TestChurch
before(async () => {
  service = await startService()
})
after(() => service.close())

const ALL = keptRefusals()
const SPOKEN = languages()
  .filter(name => name !== 'en' && !name.includes('-x-'))
  .map(name => ({ name, say: refusalsIn(languageNamed(name), ALL) }))

/** Words of these refusals that none of our other languages has. */
const ENGLISH =
  /\b(would|have|members|and|nobody|moved|give|these|since|draft|something|changed|shown|came|into|otherwise|now|others?|school|year|bring|once|more)\b/i

/** Says it in every language. @returns how French says it, with plain spaces */
function inEvery(english: string): string {
  const said = SPOKEN.map(({ name, say }) => [name, say(english)] as const)
  for (const [name, text] of said) assert.doesNotMatch(text, ENGLISH, name)
  return (said.find(([name]) => name === 'fr')?.[1] ?? '').replace(/[\u00a0\u202f]/g, ' ')
}

const add = async (group_id: number, ...names: string[]): Promise<void> => {
  for (const first_name of names) {
    const person_id = (await church.send('POST', '/people', { first_name })).json.data.id
    await church.send('POST', '/group_members', { group_id, person_id })
  }
}

interface School {
  from: number
  next: number
  /** The youngest first. */
  classes: number[]
  /** Of the promotion. */
  id: number
}

/** Three classes with two pupils each, of which the younger move up. @param capacities of the classes, the oldest first */
async function school(capacities: readonly number[] = []): Promise<School> {
  church = await service.church()
  await church.set({ modules: ['groups', 'school'] })
  const year = async (begins: number): Promise<number> =>
    (await church.act(createYear, { name: `${begins}`, starts_on: `${begins}-09-01`, ends_on: `${begins + 1}-07-31` }))
      .id
  const [from, to] = [await year(2025), await year(2026)]
  const classes: number[] = []
  for (const [at, name] of ['Lions', 'Bears; the big ones', 'St. Ada'].entries()) {
    const next = classes[0] === undefined ? {} : { next_group_id: classes[0] }
    const { id } = await church.act(createClass, { name, school_year_id: from, ...next })
    classes.unshift(id)
    await add(id, `Ada${at}`, `Ben${at}`)
    const capacity = capacities[at]
    if (capacity !== undefined) await church.send('PATCH', `/groups/${id}`, { capacity })
  }
  const { id } = await church.act(draftPromotion, { from_year_id: from, to_year_id: to })
  return { from, next: to, classes, id }
}

const refusal = async (id: number, more: object = {}): Promise<string> => {
  const why: unknown = await church.act(applyPromotion, { id, ...more }).catch(error => error)
  assert.ok(why instanceof Error)
  return why.message
}

test('classes that would be overfull are named in the language of the page, each with its members and places', async () => {
  const { id, classes, from, next } = await school([1, 1])
  await add(classes[0] ?? 0, 'Chi')
  await church.act(draftPromotion, { from_year_id: from, to_year_id: next })
  const english = await refusal(id)
  assert.equal(
    english,
    'Lions would have 2 members in 1 place; Bears; the big ones would have 3 members in 1 place. Nobody moved. Give these classes more places, or say that it is meant.',
  )
  assert.match(
    inEvery(english),
    /^Lions aurait 2 membres pour 1 place\s; Bears; the big ones aurait 3 membres pour 1 place\. Personne n’a changé/,
  )
})

test('what has changed since a draft was drawn up is said in the language of the page, pupils listed as it lists them', async () => {
  const { id, classes, next } = await school()
  await add(classes[0] ?? 0, 'Chi', 'Dele')
  const two = await refusal(id)
  assert.match(two, /^Since this draft was drawn up something has changed\. Chi and Dele came into a class\. Nobody/)
  assert.match(inEvery(two), /quelque chose a changé\. Arrivée dans une classe : Chi et Dele\. Personne n’a changé/)
  await add(classes[0] ?? 0, 'Efe', 'Femi', 'Gozi', 'Hauwa')
  await church.act(createClass, { name: 'New', school_year_id: next })
  const all = await refusal(id)
  assert.match(
    all,
    /has classes of its own now\. Chi, Dele, Efe, Femi, Gozi and 1 other came into a class\. It would be/,
  )
  assert.match(all, /otherwise now for Ada1, Ada2, Ben1 and Ben2\. Nobody moved\. Bring/)
  const french = inEvery(all)
  assert.match(
    french,
    /ses propres classes\. Arrivées dans une classe : Chi, Dele, Efe, Femi, Gozi et 1 autre\. Le brouillon serait/,
  )
  assert.match(french, /pour Ada1, Ada2, Ben1 et Ben2\. Personne n’a changé de classe\. Mettez/)
})

test('that somebody changed a draft since it was shown is said in the language of the page', async () => {
  const { id } = await school()
  const english = await refusal(id, { revision: 0 })
  assert.match(english, /^Somebody has changed this draft since it was shown to you\. Nobody moved\. Bring/)
  assert.match(inEvery(english), /^Quelqu’un a modifié ce brouillon .*\. Personne n’a changé de classe\. Mettez/)
})
