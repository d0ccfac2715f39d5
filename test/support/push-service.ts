/** A push service on this machine, and the other side of what is sent to it: a browser, and Google's check of a log-in. */
import { createDecipheriv, createECDH, type ECDH, generateKeyPairSync, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PushRequest {
  method: string | undefined
  path: string | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface PushService {
  url: string
  received: PushRequest[]
  /** How requests are answered; while it does nothing, the service hangs. */
  reply: (response: ServerResponse, request: PushRequest) => void
  close(): Promise<void>
}

/** Starts one. */
export async function startPushService(reply: PushService['reply']): Promise<PushService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method, url: path, headers } = request
    const got = { method, path, headers, body: Buffer.concat(chunks) }
    service.received.push(got)
    service.reply(response, got)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const service: PushService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    reply,
    async close() {
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
  return service
}

/** Answers with a status. */
export const answer =
  (status: number, body = '', headers: Record<string, string> = {}): PushService['reply'] =>
  response => {
    response.writeHead(status, headers).end(body)
  }

/** Closes the connection instead of answering. */
export const DROPPED: PushService['reply'] = response => {
  response.destroy()
}

/** Answers with what is no HTTP. */
export const GARBAGE: PushService['reply'] = response => {
  response.socket?.end('bananas\r\n\r\n')
}

/** A browser that subscribed: what it gives to the server, and what it keeps. */
export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  /** Decrypts what arrived (RFC 8291, 3.4; RFC 8188, 2). */
  open(body: Buffer): string
}

export function subscribe(endpoint: string): Browser {
  const own = createECDH('prime256v1')
  const auth = randomBytes(16)
  own.generateKeys()
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    open: body => decrypt(body, own, auth),
  }
}

function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
  const derive = (what: string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The byte 2 ends the last record, zeros may pad it.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
let made = 0

/** The key file of a service account, another one each time; `google` is what Google knows of all of them. */
export const serviceAccount = (changes: object = {}): Record<string, string> => ({
  type: 'service_account',
  project_id: 'grace-1',
  private_key_id: 'key-1',
  private_key: pem,
  client_email: `sender-${++made}@grace-1.iam.gserviceaccount.com`,
  token_uri: 'https://oauth2.googleapis.com/token',
  ...changes,
})

export const google = { publicKey }
