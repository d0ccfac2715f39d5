/** Hosts that are not public, in every spelling that some reader of addresses understands. */

/** One address of each range that is not public, and its edges where they are near to public ones. */
const PRIVATE_V4 = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

const PRIVATE_V6 = [
  '::1',
  '::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '2001::1',
]

function spellings(address: string): string[] {
  const parts = address.split('.').map(Number)
  const [a = 0, b = 0, c = 0, d = 0] = parts
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (value: number): string => value.toString(16)
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    parts.map(part => `0x${hex(part)}`).join('.'),
    parts.map(part => `0${part.toString(8)}`).join('.'),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    address.replace(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '。'),
    `%${hex(address.charCodeAt(0))}${address.slice(1)}`,
    `[::ffff:${address}]`,
    `[::ffff:${groups}]`,
    `[::${address}]`,
    `[64:ff9b::${groups}]`,
    `[2002:${groups}::]`,
  ]
}

/** How many spellings there are of the others. */
const FEW = 3

/** As they stand in an address with a scheme: the first two in every spelling, the others in a few, each in other ones. */
export const PRIVATE_HOSTS: readonly string[] = [
  ...PRIVATE_V4.flatMap((address, index) => {
    const all = spellings(address)
    return index < 2 ? all : all.filter((_, n) => n === 0 || (n + index) % Math.floor(all.length / FEW) === 0)
  }),
  ...PRIVATE_V6.map(one => `[${one}]`),
]

/** Names that are this machine by what they are (RFC 6761). */
export const LOCAL_NAMES = ['localhost', 'LOCALHOST', 'localhost.', 'a.localhost', 'a.b.localhost.', 'ｌocalhost']
