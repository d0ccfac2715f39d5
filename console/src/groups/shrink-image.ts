/** Pictures as phones take them are many times what a page needs, and say where they were taken: they are made smaller before they are sent. */

/** Bytes below which a picture stays as it is. */
const SMALL = 300_000
/** Pixels of its longer side. */
const LONGEST = 2_000

const SHRUNK: Readonly<Record<string, string>> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/webp',
  'image/webp': 'image/webp',
}

/** A picture made smaller; the file as it is, where it is none, is small, or the browser cannot do it. */
export async function shrinkImage(file: File): Promise<Blob> {
  const type = SHRUNK[file.type]
  if (type === undefined || file.size <= SMALL) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const shrunk = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, type, 0.85))
    return shrunk !== null && shrunk.type === type && shrunk.size < file.size ? shrunk : file
  } catch {
    return file
  }
}
