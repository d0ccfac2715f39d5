/** Sends a file in parts: none is larger than a request may be. */

/** What takes the parts. */
interface Taker {
  begin(file: { name: string; bytes: number }): Promise<{ id: number; part_bytes: number }>
  put(part: { id: number; part: number; data: string }): Promise<unknown>
}

/**
 * @param progress told how much has arrived, from 0 to 1
 * @returns the id of the file
 */
export async function sendFile(
  to: Taker,
  file: Blob,
  name: string,
  progress: (share: number) => void,
): Promise<number> {
  const { id, part_bytes } = await to.begin({ name: name.slice(0, 190), bytes: file.size })
  for (let part = 0; part * part_bytes < file.size; part += 1) {
    const piece = await file.slice(part * part_bytes, (part + 1) * part_bytes).arrayBuffer()
    await to.put({ id, part, data: base64(new Uint8Array(piece)) })
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
