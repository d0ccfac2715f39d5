/** Files of a large church, made anew each time: people in families, and what they gave. */

const FAMILY = 4
const FIRST =
  'Ada Ben Chi Dayo Emeka Femi Grace Hope Ife John Kemi Lola Musa Ngozi Obi Peace Ruth Sade Tobi Uche'.split(' ')
const LAST = 'Abiola Balogun Chukwu Danjuma Eze Falana Gana Hassan Igwe Johnson Kalu Lawal Mensah Nwosu Okafor'.split(
  ' ',
)
/** The first member number. */
const FROM = 50_000

const two = (number: number): string => String(number).padStart(2, '0')
const dayOf = (n: number): string => `${1950 + (n % 60)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`

/** How many families so many people are. */
export const familiesOf = (people: number): number => people / FAMILY

/**
 * People with families, phones, e-mail addresses and numbers; many have a name that others have, too.
 * @param more columns beside the others, with the same text in each row
 */
export function churchFile(count: number, more: Readonly<Record<string, string>> = {}): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const family = Math.floor(n / FAMILY)
    const last = `${LAST[family % LAST.length]}-${family % 1_009}`
    return [
      FIRST[n % FIRST.length] ?? '',
      last,
      `person${n}@example.org`,
      `0803 ${100 + Math.floor(n / 10_000)} ${String(n % 10_000).padStart(4, '0')}`,
      dayOf(n),
      n % 2 ? 'male' : 'female',
      'member',
      `${last} family ${family}`,
      `"${family} Church Street, Lagos"`,
      FROM + n,
      ...Object.values(more),
    ].join(',')
  })
  const columns = ['first_name,last_name,email,phone,dob,gender,status,family,address,member_no', ...Object.keys(more)]
  return `${columns.join(',')}\n${rows.join('\n')}\n`
}

/** Gifts of the people of such a file. */
export function giftsFile(count: number, people: number): string {
  const rows = Array.from(
    { length: count },
    (_, n) =>
      `${1_000 + (n % 97) * 50},2026-${two(1 + (n % 5))}-${two(1 + (n % 28))},${FROM + (n % people)},cash,R${n}`,
  )
  return `amount,given_on,member_no,method,reference\n${rows.join('\n')}\n`
}
