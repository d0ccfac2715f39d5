/** The colours in which pages show a value of a choice: what stands out, and how. Without one it is grey. */
export type Tone = 'blue' | 'cyan' | 'indigo' | 'orange' | 'red' | 'teal' | 'violet' | 'yellow'

/** Tones by value. */
export type Tones = Readonly<Record<string, Tone>>

/** All of them together. @throws Error for a value that has two: people know it again by its colour */
export function mergedTones(all: readonly Tones[]): Tones {
  const merged: Record<string, Tone> = {}
  for (const [value, tone] of all.flatMap(Object.entries<Tone>)) {
    if ((merged[value] ?? tone) !== tone) throw new Error(`${value} is declared ${merged[value]} and ${tone}.`)
    merged[value] = tone
  }
  return merged
}
