/** What people type as a rate, and what they read. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH, languageOf } from '../../../src/texts/language.ts'
import { speak } from '../texts/t.ts'
import { plainRate, shownRate } from './typed-rate.ts'

test('groups of thousands are taken out, and nothing is guessed', () => {
  assert.equal(plainRate(' 1,540.50 '), '1540.50')
  assert.equal(plainRate('1 540'), '1540')
  assert.equal(plainRate('0.00065'), '0.00065')
  for (const text of ['1.540,50', '15,40', 'many', '']) assert.equal(plainRate(text), text)
})

test('a rate is read with all its digits', () => {
  assert.equal(shownRate('1540.5').replace(/\D/g, ''), '15405')
  assert.equal(shownRate('0.0006512345').replace(/\D/g, ''), '00006512345')
  assert.equal(shownRate('7'), '7')
  assert.equal(shownRate('1540.50'), '1,540.50')
})

test('a rate is read in the digits of the language, all of them', () => {
  speak(languageOf('ar', {}, 'EG'))
  assert.equal(shownRate('1540.50'), '١٬٥٤٠٫٥٠')
  assert.equal(shownRate('0.0006512345'), '٠٫٠٠٠٦٥١٢٣٤٥')
  speak(ENGLISH)
})
