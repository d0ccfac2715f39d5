/** A security key in software: makes passkeys and signs with them, as WebAuthn says (ES256, no attestation). */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

const [PRESENT, VERIFIED, BACKED_UP, ATTESTED] = [0x01, 0x04, 0x18, 0x40]

/** What a server asks for, as far as a key looks at it. */
export interface Options {
  challenge: string
  rp?: { id?: string }
  rpId?: string
  user?: { id: string }
  allowCredentials?: { id: string }[]
}

/** What can be told of it that is not so. */
interface Lies {
  /** False for a key that asked for no finger and no PIN. */
  verified?: boolean
  origin?: string
  /** The count of a copy. */
  counter?: number
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()

/** CBOR (RFC 8949), as far as it is needed: small numbers, texts, bytes, maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number): Buffer =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const members = [...value].map(([key, one]) => Buffer.concat([cbor(key), cbor(one as string)]))
  return Buffer.concat([head(5, value.size), ...members])
}

/** A security key with one passkey on it. */
export class Authenticator {
  readonly id = base64url(randomBytes(32))
  readonly #key: KeyObject
  readonly #publicKey: Buffer
  readonly #origin: string
  #owner = ''
  #counter = 0

  /** @param origin of the page that asks */
  constructor(origin: string) {
    this.#origin = origin
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const part = (text: string): Buffer => Buffer.from(text, 'base64url')
    this.#publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, part(x)],
        [-3, part(y)],
      ]),
    )
  }

  /** Makes the passkey. @returns what the browser would send */
  make({ challenge, rp, user }: Options, lies: Lies = {}): object {
    this.#owner = user?.id ?? ''
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.from([id.length >> 8, id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#publicKey])
    const authData = Buffer.concat([this.#data(rp?.id ?? 'localhost', ATTESTED, lies), attested])
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', challenge, lies),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    })
  }

  /** Signs. @returns what the browser would send */
  sign({ challenge, rpId }: Options, lies: Lies = {}): object {
    const client = this.#client('webauthn.get', challenge, lies)
    this.#counter += 1
    const data = this.#data(rpId ?? 'localhost', 0, lies)
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return this.#answer({
      clientDataJSON: client,
      authenticatorData: base64url(data),
      signature: base64url(createSign('sha256').update(signed).sign(this.#key)),
      userHandle: this.#owner,
    })
  }

  #client(type: string, challenge: string, { origin = this.#origin }: Lies): string {
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })))
  }

  #data(rpId: string, flags: number, { verified = true, counter = this.#counter }: Lies): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags | PRESENT | BACKED_UP | (verified ? VERIFIED : 0)]), count])
  }

  #answer(response: object): object {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response }
  }
}
