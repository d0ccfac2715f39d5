/** Sends a file in parts: none is larger than a request may be. */
import type { Actions } from '../api/offers.ts'

type Send = <Name extends 'import_files.begin' | 'import_files.put'>(
  name: Name,
  input: Actions[Name]['input'],
) => Promise<Actions[Name]['output']>

/**
 * @param progress told how much has arrived, from 0 to 1
 * @returns the id of the file
 */
export async function upload(send: Send, file: File, progress: (share: number) => void): Promise<number> {
  const { id, part_bytes } = await send('import_files.begin', { name: file.name.slice(0, 190), bytes: file.size })
  for (let part = 0; part * part_bytes < file.size; part += 1) {
    const piece = await file.slice(part * part_bytes, (part + 1) * part_bytes).arrayBuffer()
    await send('import_files.put', { id, part, data: base64(new Uint8Array(piece)) })
    progress(Math.min(1, ((part + 1) * part_bytes) / file.size))
  }
  return id
}

const STEP = 8_192

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}
