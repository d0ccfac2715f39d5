import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNamed, refusing } from './catalogues.ts'
import { type FileColumn, type FileWords, fileWords } from './file-words.ts'
import { ENGLISH, type Language } from './language.ts'
import { type SaidValue, valueIn, withMore } from './said.ts'

const COLUMNS: Record<string, FileColumn> = {
  status: { kind: 'choice', choices: ['member', 'visitor'], usual: [] },
  dob: { kind: 'date', choices: [], usual: [] },
  whatsapp: { kind: 'switch', choices: [], usual: [] },
  language: { kind: 'language', choices: ['fr', 'sw'], usual: [] },
  local_time: { kind: 'time', choices: [], usual: [] },
  country: { kind: 'country', choices: [], usual: [] },
  note: { kind: 'text', choices: [], usual: [] },
}

const wordsIn = (name: string): FileWords => {
  const language = name === 'en' ? ENGLISH : languageNamed(name)
  return fileWords(language, column => COLUMNS[column], refusing(language))
}

test('values of a file, and those on record, are told in words: choices, days, hours, languages, yes and no, numbers', () => {
  const { value } = wordsIn('fr')
  const said: [name: string, value: unknown, told: string][] = [
    ['status', 'member', 'Membre'],
    ['dob', '1990-05-03', '3 mai 1990'],
    ['whatsapp', 'true', 'Oui'],
    ['language', 'sw', 'Swahili'],
    ['country', 'KE', 'Kenya'],
    ['local_time', '18:30', '18:30'],
    ['note', 'member', 'member'],
    ['note', null, '–'],
    ['Chorale', 1_234, '1\u202f234'],
    ['custom.baptised', 1_990, '1990'],
  ]
  for (const [name, sent, told] of said) assert.equal(value(name, sent).replace('\u00a0', '\u202f'), told)
})

test('whom a row was taken for, and what both have in common, is told in the words of the language', () => {
  const fr = wordsIn('fr')
  assert.equal(fr.taken({ taken_for: 'Ada Obi' }), 'Ada Obi')
  const line = { message: 'line {line, number}', values: { line: 5 } }
  assert.equal(fr.taken({ taken_for: 'line 5', taken_said: line }), 'ligne 5')
  const mark = { message: '{name}: {text}', values: { name: 'Ada Obi', text: { word: 'present' } } }
  assert.equal(fr.taken({ taken_for: 'Ada Obi, present', taken_said: mark }), 'Ada Obi\u202f: Présent')
  assert.equal(fr.reasons(['phone', 'dob']), 'Téléphone et Date de naissance')
  assert.equal(wordsIn('ar').reasons(['meeting', 'name']), 'الاجتماع والاسم')
  assert.equal(wordsIn('en').reasons(['meeting', 'name']), 'Meeting, Name')
})

test('a head count is told by the words of its category; one that the church named itself stays as it is', () => {
  const count = (category: string) => ({
    message: '{category}: {count, number}',
    values: { category: { word: category }, count: 84 },
  })
  const told = { all: [count('men'), count('Chœur {a}')] }
  assert.equal(valueIn(languageNamed('sw'), told), 'Wanaume: 84 na Chœur {a}: 84')
})

test('why a row is refused is told with values by their words, lines as a list, and no English in between', () => {
  const { problem } = wordsIn('fr')
  assert.match(problem('status', 'must be one of member, visitor'), /Membre.*Visiteur/)
  assert.equal(
    problem('member_no', 'is in line 4 and 7, too: no two people can have the same number'),
    'est aussi ailleurs dans ce fichier (lignes\u202f: 4 et 7), or deux personnes ne peuvent pas avoir le même numéro',
  )
  assert.match(problem('member_no', 'is taken: it belongs to Ada Obi (person 12, removed)'), /Ada Obi \(.*retirée\)$/)
  assert.match(problem('name', 'may mean Ada Obi (7) or Ada Oba (8): say who it is'), /Ada Obi \(7\) ou Ada Oba \(8\)/)
})

test('of several things the first are told, and how many more there are', () => {
  const told = (first: string[], count: number) => valueIn(languageNamed('fr'), { all: withMore(first, count) })
  assert.equal(told(['Yaba', 'Ikeja'], 2), 'Yaba et Ikeja')
  assert.match(told(['Yaba', 'Ikeja'], 1_202), /^Yaba, Ikeja et .*1.200/)
})

test('why a row is wrong by now is told by the words of its fields, with the values of the refusal', () => {
  const refused = { person_id: 'is that of nobody on record' }
  const told = (language: Language, value: SaidValue) => valueIn(language, value, refusing(language))
  const fr = languageNamed('fr')
  assert.equal(told(ENGLISH, { refused }), 'person_id is that of nobody on record')
  assert.match(told(fr, { refused }), /^Personne\u202f: (?!is)/)
  assert.match(told(fr, { refused, labels: { person_id: 'Giver' } }), /^Donateur\u202f: /)
  assert.equal(
    told(fr, { refused: { note: 'must be at most 40 characters' } }),
    'Note\u202f: doit avoir 40 caractères au plus',
  )
  assert.equal(told(languageNamed('en', 'NG'), { refused }), 'Person: is that of nobody on record')
})

test('what became of a meeting meanwhile is said alike of what is masculine and what is feminine', () => {
  for (const [language, gendered] of [
    ['fr', /annulée?\b/],
    ['pt', /cancelad[ao]\b/],
  ] as const)
    assert.doesNotMatch(refusing(languageNamed(language))('was cancelled'), gendered)
})
