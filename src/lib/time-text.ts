/** Times of the clock as people and spreadsheets write them: 9:00, 09.00, 9am, 6:30 p.m., 18h30. */

const CLOCK = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2}))?(?::\d{2})?\s?(?:([ap])\.?\s?m\.?|h|hrs|uhr)?$/
/** Spreadsheets count a time as a part of the day. */
const PART = /^0\.\d+$/
const MINUTES = 1_440

/** Reads a time. @returns `HH:MM`; undefined for what is none */
export function readTime(text: string): string | undefined {
  const plain = text.trim().toLowerCase()
  if (PART.test(plain)) {
    const minutes = Math.round(Number(plain) * MINUTES) % MINUTES
    return written(Math.floor(minutes / 60), minutes % 60)
  }
  const [, hours, minutes = '00', half] = CLOCK.exec(plain) ?? []
  // A number alone may be anything.
  if (hours === undefined || /^\d+$/.test(plain)) return undefined
  const hour = Number(hours)
  if (half === undefined) return hour < 24 && Number(minutes) < 60 ? written(hour, Number(minutes)) : undefined
  if (hour < 1 || hour > 12 || Number(minutes) > 59) return undefined
  return written((hour % 12) + (half === 'p' ? 12 : 0), Number(minutes))
}

const written = (hours: number, minutes: number): string =>
  `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
