import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageNamed } from '../../texts/catalogues.ts'
import { ENGLISH } from '../../texts/language.ts'
import { usualWords } from './usual-words.ts'

/** A Wednesday. */
const FIRST = '2026-03-04'
const said = (rrule: string | null, language = ENGLISH, next: string | null = '2026-11-04'): string | null =>
  usualWords(language, { rrule, starts_on: FIRST, local_time: '19:00', next })

test('every recurrence that forms make is said in words, with the hour', () => {
  for (const [rule, words] of [
    ['FREQ=DAILY', 'Every day at 19:00'],
    ['FREQ=DAILY;INTERVAL=2', 'Every second day at 19:00'],
    ['FREQ=DAILY;BYDAY=MO,FR', 'Every week: Monday and Friday at 19:00'],
    ['FREQ=WEEKLY', 'Every Wednesday at 19:00'],
    ['FREQ=WEEKLY;BYDAY=SU', 'Every Sunday at 19:00'],
    ['FREQ=WEEKLY;BYDAY=SU,TU;WKST=MO', 'Every week: Tuesday and Sunday at 19:00'],
    ['FREQ=WEEKLY;INTERVAL=2', 'Every second Wednesday at 19:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', 'Every second week: Tuesday and Thursday at 19:00'],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=TU', 'Every 3 weeks: Tuesday at 19:00'],
    ['FREQ=WEEKLY;BYDAY=TU;COUNT=9', 'Every Tuesday at 19:00'],
    ['FREQ=MONTHLY;BYDAY=2SA', 'Second Saturday of the month at 19:00'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'Last Friday of the month at 19:00'],
    ['FREQ=MONTHLY;BYDAY=FR;BYSETPOS=-1', 'Last Friday of the month at 19:00'],
    ['FREQ=MONTHLY;BYDAY=5SU', 'Every month: the fifth Sunday at 19:00'],
    ['FREQ=MONTHLY;BYDAY=1SU,3SU', 'Every month: the first Sunday and the third Sunday at 19:00'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU', 'Every second month: the first Sunday at 19:00'],
    ['FREQ=MONTHLY;BYDAY=SU', 'Every Sunday at 19:00'],
    ['FREQ=MONTHLY', 'Every month: the 4th at 19:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=15', 'Every month: the 15th at 19:00'],
    ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1,1', 'Every 3 months: the 1st and the last day at 19:00'],
    ['FREQ=YEARLY', 'Every year on 4 March at 19:00'],
    ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25', 'Every year on 25 December at 19:00'],
    ['FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=29', 'Every second year on 29 February at 19:00'],
  ] as const) {
    assert.equal(said(rule), words, rule)
  }
})

test('a rule without words, and what is held once, is said by its next day in the calendar', () => {
  for (const rule of [
    'FREQ=MONTHLY;BYDAY=-2FR',
    'FREQ=MONTHLY;BYMONTH=6;BYDAY=1SU',
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=1',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=YEARLY;BYMONTHDAY=15',
    'FREQ=YEARLY;BYDAY=1SU',
    'FREQ=DAILY;INTERVAL=2;BYDAY=MO',
    'FREQ=WEEKLY;BYMONTH=1',
    null,
  ]) {
    assert.equal(said(rule), 'Next on Wednesday 4 November at 19:00', String(rule))
  }
  assert.equal(said('FREQ=YEARLY;BYDAY=1SU', ENGLISH, null), 'At 19:00')
  assert.equal(said(null, ENGLISH, null), null)
})

test('the hour is said as the country says it', () => {
  const american = languageNamed('en', 'US')
  assert.equal(said('FREQ=WEEKLY', american)?.replace(/[\u00a0\u202f]/g, ' '), 'Every Wednesday at 7:00 PM')
})

test('words are those of the language of who looks', () => {
  const french = languageNamed('fr')
  assert.equal(said('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', french), 'Une semaine sur deux : mardi et jeudi, à 19:00')
  assert.equal(
    said('FREQ=MONTHLY;BYMONTHDAY=1,15,-1', french),
    'Tous les mois : le 1er, le 15 et le dernier jour, à 19:00',
  )
  const portuguese = languageNamed('pt')
  assert.equal(
    said('FREQ=MONTHLY;BYDAY=1SA,3MO', portuguese),
    'Todos os meses: o primeiro sábado e a terceira segunda-feira, às 19:00',
  )
  assert.equal(
    said('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25', languageNamed('es')),
    'Cada año, el 25 de diciembre a las 19:00',
  )
})
