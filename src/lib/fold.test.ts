import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '../../test/support/characters.ts'
import { fold } from './fold.ts'

test('a folded text has small letters and no diacritics', () => {
  const folded: Record<string, string> = {
    Ṣóyínká: 'soyinka',
    'So\u0323\u0301yi\u0301nka\u0301': 'soyinka',
    'Nguyễn Đức': 'nguyen duc',
    'STRASSE Straße STRAẞE': 'strasse strasse strasse',
    'Ødegård Łódź Æsir Œuvre Þór': 'odegard lodz aesir oeuvre thor',
    'İstanbul ISPARTA ısparta': 'istanbul isparta isparta',
    'Ɓala Ɗan Ƙasa Ƴar Asɔre Ŋwa Ɛdɔ': 'bala dan kasa yar asore nwa edo',
    "O’Brien O‘Brien OʼBrien O'Brien O´Brien O`Brien O′Brien Oʹʾʿʻ＇Brien": `${'obrien '.repeat(8).trim()}`,
    'Ɖzifa Aƒi Ɣaga Ʋoli Kɩsɩ Tʊ Ɲa Ǝdɨ Ʉkɑ': 'dzifa afi gaga voli kisi tu na edi uka',
    'ɖ ƒ ɣ ʋ ɩ ʊ ɲ ǝ ɨ ʉ ɑ': 'd f g v i u n e i u a',
    'Ɖ Ƒ Ɣ Ʋ Ɩ Ʊ Ɲ Ǝ Ɨ Ʉ Ɑ': 'd f g v i u n e i u a',
    'ﬁne № １２ ½': 'fine no 12 1⁄2',
    'ΣΟΦΊΑΣ σοφίας': 'σοφιασ σοφιασ',
    'Ёлка Йод': 'елка иод',
    'مُحَمَّد أحمد': 'محمد احمد',
    שָׁלוֹם: 'שלום',
    'がぎ 각 राधा': 'がぎ 각 राधा',
  }
  for (const [text, wanted] of Object.entries(folded)) assert.equal(fold(text), wanted, text)
})

test('folding twice is folding once, and how a letter is composed makes no difference', () => {
  const texts = fc.string({ unit: anyCharacter })
  fc.assert(fc.property(texts, text => fold(fold(text)) === fold(text)))
  fc.assert(fc.property(texts, text => fold(text.normalize('NFD')) === fold(text.normalize('NFC'))))
})
