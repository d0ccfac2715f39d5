/** Files that are imported through the console, as its page does it. */
import assert from 'node:assert/strict'
import type { TestMember } from './console.ts'
import { eventually } from './receiver.ts'
import type { Answered } from './service.ts'

/** Does something with a file. @param name without its module: `check` */
export const act = (who: TestMember, name: string, input: object): Promise<Answered> =>
  who.inChurch('POST', `/actions/import_files.${name}`, input)

/** Looks at one. */
export const look = (who: TestMember, name: string, query: string): Promise<Answered> =>
  who.inChurch('GET', `/views/import_files.${name}?${query}`)

/** What it is taken for. @param said of its columns and values */
export const read = (who: TestMember, id: number, said: object = {}): Promise<Answered> =>
  who.inChurch('POST', '/actions/import_files.read', { id, said: JSON.stringify(said) })

/** Sends a file. @returns its id */
export async function upload(who: TestMember, name: string, bytes: Buffer): Promise<number> {
  const { data } = (await act(who, 'begin', { name, bytes: bytes.length })).json
  for (let part = 0; part * data.part_bytes < bytes.length; part += 1) {
    const piece = bytes.subarray(part * data.part_bytes, (part + 1) * data.part_bytes)
    const put = await act(who, 'put', { id: data.id, part, data: piece.toString('base64') })
    assert.equal(put.status, 200, put.text)
  }
  return data.id
}

/** Waits until its import has ended. @returns how it did */
export const ended = async (who: TestMember, id: number) =>
  await eventually(`file ${id} is imported`, async () => {
    const { data } = (await look(who, 'state', `id=${id}`)).json
    return data.status === 'running' ? undefined : data
  })

/** Imports a file as the pages do. */
export async function bring(who: TestMember, name: string, text: string, said: object = { kind: 'people' }) {
  const id = await upload(who, name, Buffer.from(text))
  const check = await act(who, 'check', { id, said: JSON.stringify(said) })
  assert.equal(check.status, 200, check.text)
  await act(who, 'start', { id })
  const state = await ended(who, id)
  assert.deepEqual([state.status, state.error], ['done', null])
  return state
}

/** The lines of its report. */
export const reportOf = async (who: TestMember, id: number): Promise<string[]> => {
  const { status, json, text } = await act(who, 'report', { id })
  assert.equal(status, 200, text)
  return json.data.text.replace('\ufeff', '').trimEnd().split('\r\n')
}
