/** What the API refuses in English is said in the language of the page, with its values. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placeholdersOf } from '../../bin/source-texts.ts'
import { keptRefusals } from '../../test/support/kept-texts.ts'
import { codedAmount } from '../lib/money.ts'
import { ruleProblem } from '../lib/recurrence.ts'
import { because } from './because.ts'
import { languageNamed } from './catalogues.ts'
import type { Values } from './language.ts'
import { languages } from './names.ts'
import { refusalsIn } from './refused.ts'

const ALL = keptRefusals()
const french = refusalsIn(languageNamed('fr'), ALL)

test('a refusal is said in the language of the page, with its values', () => {
  assert.equal(french('must be at most 40 characters'), 'doit avoir 40 caractères au plus')
  assert.equal(french('There is no such record.'), 'Cette fiche n’existe pas.')
  assert.equal(french('must be 2026-11-28 or later'), 'doit être le 28 novembre 2026 ou plus tard')
  const wait = 'Trop d’essais manqués. Réessayez dans'
  assert.equal(french('Too many wrong attempts. Try again in 1 second.'), `${wait} 1 seconde.`)
  assert.equal(french('Too many wrong attempts. Try again in 2 minutes.'), `${wait} 2 minutes.`)
})

test('what a file says is told as it stands there, no day and no real one among them', () => {
  for (const day of ['2026-01-31', '2026-02-31', '2026-13-45', '0000-00-00']) {
    const said = french(because('"{text}" is not an amount: write it like 21000 or 21,000.50', { text: day }))
    assert.match(said, /montant/)
    assert.ok(said.includes(day), said)
  }
  assert.match(french('must be 2026-13-45 or later'), /2026-13-45/)
})

test('an amount that may mean two is refused in the language of the page, and so is what is none of some values', () => {
  const doubtful = french('"1.500" may mean 1500 or 1.5: write it without the point')
  assert.match(doubtful, /1\.500.* peut vouloir dire 1500 ou 1\.5.*: écrivez-le sans le point$/)
  const both = french('"1,500" may mean 1500 or 1.5, and the column has both 2.50 and 2,50: write it without the comma')
  assert.match(both, /à la fois 2\.50 et 2,50.*: écrivez-le sans la virgule$/)
  assert.equal(
    french('must be one of Membre, Visiteur').replace('\u202f', ' '),
    'doit être l’un de : Membre ou Visiteur',
  )
})

test('no word of English is left for a value: what divides cells, what became of somebody, what files bring in', () => {
  const quoting =
    'has 3 cells, and the first line names 2 columns: put quotation marks around a cell that has a semicolon in it'
  for (const english of [
    quoting,
    quoting.replace('a semicolon in it', 'a comma in it, such as "1,500"'),
    quoting.replace('a semicolon', 'a tab'),
    quoting.replace('a semicolon', 'a "|"'),
    'was forgotten and cannot be restored',
    'was merged into person 12 and cannot be restored',
    'is left: files bring in what has not ended, so leave this line out',
    'Sermon 3 has no section notes. Set it first.',
  ]) {
    const said = french(english)
    assert.doesNotMatch(said, /\b(cells|what|forgotten|person|merged|comma|semicolon|tab|notes)\b/, said)
  }
})

test('states are said in words, whatever is imported, and days as days', () => {
  const plain = (english: string, of?: string): string => french(english, of).replaceAll('\u202f', ' ')
  assert.equal(
    plain('is closed: files bring in what is open or praying, so leave this line out', 'prayer request'),
    '« Clos » ne s’importe pas, seulement Ouvert ou En prière ; laissez donc cette ligne de côté',
  )
  assert.match(plain('is cancelled: files bring in what is planned, so leave this line out', 'meeting'), /^« Annulée »/)
  const ended = (was: string): string =>
    plain(because('is {was}: files bring in what has not ended, so leave this line out', { was }))
  assert.match(ended('left'), /^« Parti » ne/)
  assert.match(ended('2024-05-03'), /^« 3 mai 2024 » ne/)
})

test('names between which the API says "or", a meeting, and lines are said as the language has them', () => {
  const plain = (english: string): string => french(english).replaceAll('\u202f', ' ')
  assert.match(french('must be Ada or Bola: they counted this batch'), /^doit être Ada ou Bola/)
  assert.equal(
    french('is Culte on 2026-03-01 at 10:00, and the row says otherwise'),
    'est Culte, le 1 mars 2026 à 10:00, et la ligne dit autre chose',
  )
  const lines = plain('is in line 4 and 1234, too: no two people can have the same number')
  assert.match(lines, /\(lignes : 4 et 1 234\)/)
  assert.match(french('must be of owner, pastor, usher'), /owner, pastor ou usher/)
})

test('amounts of a column are told as its file writes them, in every language', () => {
  const english =
    '"1,500" may mean 1500 or 1.5, and the column has both 1,000,000 and 25,00: write it without the comma'
  for (const [language, country] of [
    ['es', 'ES'],
    ['es', 'MX'],
    ['pt', 'BR'],
    ['fr', 'CI'],
  ] as const) {
    const said = refusalsIn(languageNamed(language, country), ALL)(english)
    assert.match(said, /\b1,000,000\b.*\b25,00\b/, said)
    assert.doesNotMatch(said, /may mean/)
  }
})

test('each part of a refusal is said: what a branch holds, why a webhook failed, how many places a group has', () => {
  assert.match(
    french('is not empty. It has: branches below it, people (also removed ones). Close it instead'),
    /assemblées en dessous et personnes \(même retirées\)/,
  )
  assert.equal(
    french('the proxy failed: connection refused').replace('\u202f', ' '),
    'le proxy a échoué : connexion refusée',
  )
  assert.equal(french('timed out after 0.5 s'), 'pas de réponse après 0,5 s')
  assert.equal(
    french('the proxy failed: timed out after 12 s').replace('\u202f', ' '),
    'le proxy a échoué : pas de réponse après 12 s',
  )
  assert.match(french('address not allowed: it must begin with https://'), /^adresse non autorisée.*https:/)
  for (const [english, said] of [
    ['no place', 'Yaba n’a plus de place'],
    ['1 place', 'il reste à Yaba 1 place'],
    ['2 places', 'il reste à Yaba 2 places'],
  ] as const)
    assert.ok(french(`names a group without a place for them: Yaba has ${english} left`).endsWith(said), english)
})

test('what has to be typed letter by letter, and names that look like days, stay as they are', () => {
  assert.match(french(because('must be "{slug}", to confirm', { slug: '2026-05-03' })), /2026-05-03/)
  assert.match(french(because('several branches are named "{name}": use branch_id', { name: '1,000' })), /1,000/)
})

test('a refusal within a refusal is said, too', () => {
  const together = because('{problem} together with those on record', { problem: 'must be at most 40 names' })
  assert.equal(french(together), 'doit avoir 40 noms au plus, avec ceux qui sont déjà enregistrés')
})

test('of sentences that are refusals each is said, and where one is none all stay as they are', () => {
  const advice = because('Nobody moved. Bring the draft up to date, look at it once more, and apply it then.')
  const came = (whom: string): string => because('{whom} came into a class.', { whom })
  const plain = (english: string): string => french(english).replace('\u202f', ' ')
  assert.equal(
    plain(`${came('Dr. Ada Obi, Ben Eze and Chi')} ${advice}`),
    `Arrivée dans une classe : Dr. Ada Obi, Ben Eze et Chi. ${french(advice)}`,
  )
  const foreign = `${came('Ada')} And nobody knows why.`
  assert.equal(french(foreign), foreign)
})

const overfull = (name: string): string =>
  because('{name} would have {members} members in {count, plural, one {# place} other {# places}}', {
    name,
    members: 31,
    count: 30,
  })

test('a refusal of several things is said to its end, however many they are', () => {
  const names = Array.from({ length: 60 }, (_, at) => `Class ${at + 1}`)
  const more = because(
    '{count, plural, one {# more class would have too many members} other {# more classes would have too many members}}',
    { count: 14 },
  )
  const advice = because('Nobody moved. Give these classes more places, or say that it is meant.')
  const english = `${[...names.map(overfull), more].join('; ')}. ${advice}`
  assert.ok(english.length > 2_000)
  const said = french(english)
  assert.match(said, /^Class 1 aurait 31 membres pour 30 places\u202f; Class 2 aurait/)
  assert.match(said, /14 autres classes auraient trop de membres\. Personne n’a changé de classe\. Donnez/)
  assert.doesNotMatch(said, /would|Nobody/)
})

test('a refusal with a long list in it is said, and the list as the language has it', () => {
  const missing = Array.from({ length: 100 }, (_, at) => `Building fund ${at + 1}`)
  const said = french(because('set account codes first, of {missing}', { missing: ['Cash', ...missing].join(', ') }))
  assert.match(said, /Espèces, Building fund 1, .* et Building fund 100$/)
})

test('texts that look like many refusals and are none are given up soon', () => {
  for (const text of [
    `${overfull('Ada')}; ${'x. y; '.repeat(3_000)}`,
    `${overfull('Ada')}. ${overfull('Ada. Bola; Chi').repeat(200)}`,
    Array(300).fill(overfull('Ada')).join('; ').concat('; And nobody knows why'),
  ])
    assert.equal(french(text).includes('Ada would'), true)
})

test('a long text with words of a file stays as it is', () => {
  const long = `has ${'x as y and z '.repeat(2_000)}`
  assert.equal(french(long), long)
})

test('what is no refusal that is known stays as it is', () => {
  for (const text of ['Ada', 'is {odd}', 'My gifts 1.pdf is odd.']) assert.equal(french(text), text)
})

/** Words, and what may be taken for a part of the sentence around it: `to`, `and`, commas. */
const word = fc.oneof(
  fc.stringMatching(/^[a-z]{3,8}$/),
  fc.stringMatching(/^[A-Z][a-z]{2,7}( (to|and|of|is) [A-Z][a-z]{2,7})?$/),
)

/** What some values always are. */
const ALWAYS: Readonly<Record<string, fc.Arbitrary<string | number>>> = {
  count: fc.nat(900),
  id: fc.nat(900),
  state: fc.constant('paused'),
  states: fc.constant('open or praying'),
  from: fc.constant('2026-01-31'),
  to: fc.constant('2026-02-28'),
}

/** Where two refusals are the same English words, either may be found. */
const together = (message: string, places: readonly string[]): string =>
  because(message, Object.fromEntries(places.map(one => [one, '…'])))

for (const name of languages().filter(one => one !== 'en' && !one.includes('-x-'))) {
  test(`every refusal is said in ${name}, itself and not another one, whatever its values`, () => {
    const language = languageNamed(name)
    let said = ''
    const listening = {
      ...language,
      say: (message: string, values?: Values) => {
        said = message
        return language.say(message, values)
      },
    }
    const say = refusalsIn(listening, ALL)
    for (const message of ALL.filter(one => !one.includes('{problem}'))) {
      const places = placeholdersOf(message)
      const isPlural = message.includes(', plural,')
      const values = fc.record(Object.fromEntries(places.map(one => [one, ALWAYS[one] ?? word])))
      fc.assert(
        fc.property(values, filled => {
          const english = because(message, filled)
          assert.notEqual(say(english), english, message)
          if (isPlural) assert.equal(said, message)
          else assert.equal(together(said, placeholdersOf(said)), together(message, places))
        }),
        { numRuns: 3 },
      )
    }
  })
}

test('a state is said of what it is of, and amounts and numbers as the language writes them', () => {
  const say = refusalsIn(languageNamed('fr', 'CI'), ALL)
  const paused = say(because('names a group that is {status}: nobody can join it', { status: 'paused' }))
  assert.ok(!paused.includes('Paused') && !paused.includes('paused'), paused)
  const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')
  assert.match(
    plain(say(because('must be at most {left}: that is left of the gift', { left: codedAmount(1_500, 'XOF') }))),
    /1 500 F CFA/,
  )
  assert.match(plain(say(because('must be at most {most}', { most: '100,000' }))), /100 000/)
})

test('several refusals of one field are said, each by itself', () => {
  const one = because('{counted} were counted, {found} are in the batch: {difference}', {
    counted: codedAmount(150_050, 'NGN'),
    found: codedAmount(150_000, 'NGN'),
    difference: `−${codedAmount(50, 'NGN')}`,
  })
  const said = french(`${one}; ${one}`)
  assert.equal(said, `${french(one)}\u202f; ${french(one)}`)
  const arabic = refusalsIn(languageNamed('ar'), ALL)
  assert.equal(arabic('is gone; is gone'), `${arabic('is gone')}؛ ${arabic('is gone')}`)
  assert.match(said, /1.500,50/)
  assert.doesNotMatch(said, /counted/)
})

test('what is wrong with a rule is said in the language of the page', () => {
  for (const rule of ['X', 'FREQ=WEEKLY;UNTIL=20270101', 'FREQ=HOURLY', 'FREQ=DAILY;INTERVAL=0', 'BYDAY=SU;BYDAY=MO']) {
    const problem = ruleProblem(rule) ?? assert.fail(rule)
    assert.notEqual(french(problem), problem, rule)
  }
})
