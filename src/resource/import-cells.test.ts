import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCells } from './import-cells.ts'
import { importFile } from './import-file.ts'

test('characters of more than one unit stay whole wherever a file is cut into chunks', async () => {
  const names = Array.from({ length: 400 }, (_, n) => `${'x'.repeat(n % 7)}Ada 🙏👩‍👩‍👧 ẹ ${n}`)
  for (const shift of [0, 1]) {
    const text = `${'t'.repeat(shift)}first_name\n${names.join('\n')}\n`
    const rules = {
      known: ['first_name'],
      aliases: { tfirst_name: 'first_name' },
      ignoreUnknown: false,
    }
    const read: (string | undefined)[] = []
    for await (const rows of readCells(importFile('people.csv', Buffer.from(text)), rules)) {
      read.push(...rows.map(({ cells }) => cells.get('first_name')))
    }
    assert.deepEqual(read, names)
  }
})
