import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** CBOR as authenticators send it: numbers, texts, bytes and maps. */
export function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  }
  if (value instanceof Buffer) return Buffer.concat([head(2, value.length), value])
  const pairs = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, pairs.length), ...pairs.flat().map(cbor)])
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(kind << 5) | count])
  if (count < 256) return Buffer.from([(kind << 5) | 24, count])
  return Buffer.from([(kind << 5) | 25, count >> 8, count & 255])
}

const flags = { present: 1, verified: 4, attested: 64 }

interface Options {
  challenge: string
}

/** Differences from an honest browser and authenticator. */
interface Lie {
  origin?: string
  rpId?: string
  counter?: number
  /** Signs with another key than it registered. */
  forged?: boolean
  /** Reports that the person was not verified. */
  unverified?: boolean
  userHandle?: string
  /** An attestation of this format, with a certificate. */
  attestation?: string
}

/** A passkey in software, with its browser. */
export class Authenticator {
  readonly id: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  counter = 0
  userHandle = ''

  constructor(
    private readonly origin: string,
    private readonly rpId: string,
    private readonly idBytes = 16
  ) {
    this.id = randomBytes(idBytes).toString('base64url')
  }

  /** The result of `navigator.credentials.create`. */
  create({ challenge, user }: Options & { user: { id: string } }, lie: Lie = {}) {
    this.userHandle = user.id
    const clientDataJSON = this.#clientData('webauthn.create', challenge, lie)
    const authData = Buffer.concat([
      this.#authenticatorData(flags.attested, lie),
      Buffer.alloc(16),
      Buffer.from([this.idBytes >> 8, this.idBytes & 255]),
      Buffer.from(this.id, 'base64url'),
      this.#publicKey(),
    ])
    const statement = lie.attestation
      ? new Map<unknown, unknown>([['x5c', Buffer.from('certificate')]])
      : new Map()
    const attestation = new Map<unknown, unknown>([
      ['fmt', lie.attestation ?? 'none'],
      ['attStmt', statement],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON,
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The result of `navigator.credentials.get`. */
  get({ challenge }: Options, lie: Lie = {}) {
    this.counter += 1
    const clientDataJSON = this.#clientData('webauthn.get', challenge, lie)
    const data = this.#authenticatorData(0, lie)
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest()
    const key: KeyObject = lie.forged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : this.#keys.privateKey
    return this.#credential({
      clientDataJSON,
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, hash]), key).toString('base64url'),
      userHandle: lie.userHandle ?? this.userHandle,
    })
  }

  #credential<Response>(response: Response) {
    const { id } = this
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  #clientData(type: string, challenge: string, { origin = this.origin }: Lie): string {
    const data = { type, challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  #authenticatorData(more: number, { rpId = this.rpId, counter, unverified }: Lie): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? this.counter)
    const said = flags.present | (unverified ? 0 : flags.verified) | more
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([said]), count])
  }

  /** COSE: ES256. */
  #publicKey(): Buffer {
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const bytes = (part: string) => Buffer.from(part, 'base64url')
    return cbor(
      new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x!)],
        [-3, bytes(y!)],
      ])
    )
  }
}
