/** Certificates for receivers in tests: one that is right, and one for each way to be wrong. */
import { generate } from 'selfsigned'

export interface Certificate {
  key: string
  cert: string
}

export interface Certificates {
  /** The authority that tests trust. */
  ca: string
  /** For localhost, receiver.test, 127.0.0.1 and ::1, by that authority. */
  good: Certificate
  expired: Certificate
  early: Certificate
  otherName: Certificate
  /** For records.example.org, the name on the pages about running Sexton (docs/run). */
  records: Certificate
  selfSigned: Certificate
  /** By an authority that nobody knows. */
  unknown: Certificate
}

interface Wanted {
  name?: string
  from?: Date
  to?: Date
  by?: Certificate
}

const DAY_MS = 86_400_000
const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS)
const KIND = { keyType: 'ec', algorithm: 'sha256' } as const

async function authority(name: string): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: name }], {
    ...KIND,
    notBeforeDate: daysFromNow(-90),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { key: made.private, cert: made.cert }
}

async function leaf({ name, from = daysFromNow(-1), to = daysFromNow(30), by }: Wanted): Promise<Certificate> {
  const names = name === undefined ? ['localhost', 'receiver.test'] : [name]
  const made = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    ...KIND,
    notBeforeDate: from,
    notAfterDate: to,
    ...(by && { ca: by }),
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          ...names.map(value => ({ type: 2 as const, value })),
          ...(name === undefined ? ['127.0.0.1', '::1'] : []).map(ip => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { key: made.private, cert: made.cert }
}

async function makeAll(): Promise<Certificates> {
  const [by, stranger] = [await authority('Test authority'), await authority('Unknown authority')]
  return {
    ca: by.cert,
    good: await leaf({ by }),
    expired: await leaf({ by, from: daysFromNow(-60), to: daysFromNow(-30) }),
    early: await leaf({ by, from: daysFromNow(30), to: daysFromNow(60) }),
    otherName: await leaf({ by, name: 'elsewhere.example' }),
    records: await leaf({ by, name: 'records.example.org' }),
    selfSigned: await leaf({}),
    unknown: await leaf({ by: stranger }),
  }
}

let made: Promise<Certificates> | undefined

/** Makes them once a process. */
export const certificates = (): Promise<Certificates> => {
  made ??= makeAll()
  return made
}
