import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { isPacked, readWorkbook } from './workbook.ts'

const workbook = await writeXlsx({
  sheets: [
    { name: 'Old', hidden: true, rows: [['x']] },
    {
      name: 'Members',
      columns: [{}, { numFmt: 'dd/mm/yyyy' }],
      rows: [
        ['Name', 'Born', 'Phone', 'Amount', 'Number', 'Active'],
        [],
        ['Ṣadé', new Date(Date.UTC(1990, 1, 28)), 8031234567, 0.1 + 0.2, '0042', true],
      ],
    },
    { name: 'Gifts', rows: [['Amount'], [1500.5]] },
  ],
})

test('a sheet is read as text: dates as days, numbers in full, zeros of texts kept, its own line numbers', async () => {
  assert.ok(isPacked(workbook))
  assert.deepEqual(await readWorkbook(workbook), {
    sheets: ['Members', 'Gifts'],
    sheet: 'Members',
    rows: [
      { line: 1, cells: ['Name', 'Born', 'Phone', 'Amount', 'Number', 'Active'] },
      { line: 3, cells: ['Ṣadé', '1990-02-28', '8031234567', '0.3', '0042', 'yes'] },
    ],
  })
})

test('another sheet is read by its name; one that is not there, or hidden, is told with those that are', async () => {
  assert.deepEqual((await readWorkbook(workbook, 'Gifts')).rows[1]?.cells, ['1500.5'])
  for (const name of ['Old', 'None'])
    await assert.rejects(readWorkbook(workbook, name), {
      message: '{file} has no sheet "{wanted}": it has {names}.',
      values: { wanted: name, names: '"Members", "Gifts"' },
    })
})

/** A packed file of one part that is this long when it is unpacked, and says so or not. */
function packed(bytes: number, said: number): Buffer {
  const body = deflateRawSync(Buffer.alloc(bytes))
  const name = Buffer.from('xl/workbook.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(body.length, 18)
  local.writeUInt32LE(said, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(body.length, 20)
  entry.writeUInt32LE(said, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + body.length, 16)
  return Buffer.concat([local, name, body, entry, name, end])
}

test('a small file that would unpack to a huge one is refused before it is unpacked, whatever it says of itself', async () => {
  await assert.rejects(readWorkbook(packed(1_000_000, 1_000_000_000)), /has more in it/)
  await assert.rejects(readWorkbook(packed(1_000_000, 0)), /has more in it/)
  await assert.rejects(readWorkbook(packed(1_000_000, 10)), /no Excel workbook/)
  await assert.rejects(readWorkbook(Buffer.from('PK\x03\x04\x14\0', 'latin1')), /no Excel workbook/)
})
