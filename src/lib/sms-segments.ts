/** Counts the segments of an SMS: GSM-7 where every character is in it, else UCS-2 (3GPP TS 23.038, 23.040). */

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** These take two septets: an escape goes before them. */
const EXTENDED = '\f^{}\\[~]|€'

const SEPTETS = new Map<string, number>([
  ...[...GSM].map(character => [character, 1] as const),
  ...[...EXTENDED].map(character => [character, 2] as const),
])

/** What one message holds alone, and each part of a longer one, whose header takes room. */
const GSM_ROOM = { alone: 160, part: 153 }
const UCS_ROOM = { alone: 70, part: 67 }

let made: Intl.Segmenter | undefined
/** Made when it is first needed: its tables take 15 ms to load. */
const graphemes = (): Intl.Segmenter => {
  made ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  return made
}

/** How many segments a text takes. */
export function segmentsOf(text: string): number {
  const septets = septetsOf(text)
  if (septets !== undefined) return packed(septets, GSM_ROOM)
  if (text.length <= UCS_ROOM.alone) return 1
  // What is read as one character is not split over two segments.
  return packed(
    [...graphemes().segment(text)].flatMap(({ segment }) =>
      segment.length <= UCS_ROOM.part ? segment.length : [...segment].map(one => one.length),
    ),
    UCS_ROOM,
  )
}

/** The size of each character in GSM-7, or undefined where one is not in it. */
function septetsOf(text: string): number[] | undefined {
  const sizes: number[] = []
  for (const character of text) {
    const size = SEPTETS.get(character)
    if (size === undefined) return undefined
    sizes.push(size)
  }
  return sizes
}

function packed(sizes: readonly number[], { alone, part }: { alone: number; part: number }): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let segments = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      segments += 1
      used = 0
    }
    used += size
  }
  return segments
}
