/** A time zone where it is about noon now: what waits for the day by night is tried whenever the tests run. */
export function whereItIsNoon(now: Date): string {
  const ahead = 12 - now.getUTCHours()
  // The signs of these names are the other way round.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
