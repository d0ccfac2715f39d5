/** Files to import, as they come from a disk, without one. */
import { type ImportFile, importFile } from '../../src/resource/import-file.ts'
import type { ImportedBy } from '../../src/resource/import-record.ts'

/** Who imports in tests. */
export const BY: ImportedBy = { kind: 'command_line', name: 'tester' }

/** A moment, for gifts without a day. */
export const NOW = new Date('2026-06-01T12:00:00Z')

/** A file of this text. */
export const csv = (text: string, name = 'file.csv'): ImportFile => importFile(name, Buffer.from(text))
