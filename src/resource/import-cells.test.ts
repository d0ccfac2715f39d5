import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileRows, readCells } from './import-cells.ts'
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

const cellsOf = async (text: string): Promise<string[][]> => {
  const all: string[][] = []
  for await (const rows of fileRows(importFile('people.csv', Buffer.from(text))))
    all.push(...rows.map(({ cells }) => [...cells]))
  return all
}

test('the first lines tell what parts the cells, also where others stand over the titles', async () => {
  const apart = [
    ['GRACE CHAPEL\nName;Phone\nAda;0803\n', ';'],
    ['GRACE CHAPEL, Lagos\n\nName;Phone\nAda;0803\n', ';'],
    ['Members of 2026\nName\tAddress\nAda\t1, Main Street, Jos\nBen\t2, Main Street, Jos\n', '\t'],
    ['Name;Address\nAda;1, Main Street, Jos\nBen;2, Main Street, Jos\n', ';'],
    ['Name,Phones\nAda,0803|0804,home\nBen,0805|0806\n', ','],
    ['Name;Amount\nAda;1,500\nBen;2,000\n', ';'],
    ['Request\nFor Ada; and Ben\nFor peace\nFor rain\n', ','],
    ['Name\nAda\n', ','],
  ] as const
  for (const [text, mark] of apart) {
    const lines = text.split('\n').filter(Boolean)
    assert.deepEqual(
      await cellsOf(text),
      lines.map(line => line.split(mark)),
      text,
    )
  }
})
