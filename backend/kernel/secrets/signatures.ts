import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  hkdfSync,
  sign,
  timingSafeEqual,
  verify,
  type KeyObject,
} from 'node:crypto'
import { service } from '../ground/service.js'

export interface Signature {
  /** Which key: of the current one or of one before it. */
  keyId: string
  /** Ed25519, base64url. */
  signature: string
}

/** DER in front of the 32 bytes of a private key (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const rawKeyBytes = 32

interface Key {
  id: string
  /** base64url */
  publicKey: string
  privateKey: KeyObject
  verifyKey: KeyObject
  macKey: Buffer
}

/**
 * Signs what has to be known again as this installation's own, under keys derived from `APP_KEY`. What was signed under an
 * older key is known as long as that is listed in `APP_KEY_PREVIOUS`.
 */
export class Signatures {
  readonly #keys: Key[]

  constructor(appKey: string, previousKeys: string[] = []) {
    this.#keys = [appKey, ...previousKeys].map(keyOf)
  }

  /** For others, who check signatures without asking. */
  get publicKeys(): { keyId: string; publicKey: string }[] {
    return this.#keys.map(({ id, publicKey }) => ({ keyId: id, publicKey }))
  }

  /** @param text begins with what it is for, so that no signature is good for something else */
  sign(text: string): Signature {
    const { id, privateKey } = this.#keys[0]!
    return { keyId: id, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
  }

  /** `unknown`: by a key that is neither the current one nor in `APP_KEY_PREVIOUS`. */
  check(text: string, { keyId, signature }: Signature): 'good' | 'bad' | 'unknown' {
    const key = this.#keys.find(({ id }) => id === keyId)
    if (!key) return 'unknown'
    const isGood = verify(null, Buffer.from(text), key.verifyKey, bytesOf(signature))
    return isGood ? 'good' : 'bad'
  }

  /** A code that nobody makes without the key, for what is written often: it costs little, and only this installation knows it again. */
  mac(text: string): string {
    return macOf(this.#keys[0]!, text).toString('base64url')
  }

  isMac(text: string, mac: string): boolean {
    const given = bytesOf(mac)
    return this.#keys.some((key) => {
      const own = macOf(key, text)
      return own.length === given.length && timingSafeEqual(own, given)
    })
  }
}

/** The signatures of this process, under its `APP_KEY`. */
export const signatures = service<Signatures>('kernel.signatures')

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

const macOf = ({ macKey }: Key, text: string) => createHmac('sha256', macKey).update(text).digest()

function keyOf(secret: string): Key {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  const seed = derive('crossdock/signatures/key')
  const der = Buffer.concat([pkcs8, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const verifyKey = createPublicKey(privateKey)
  const raw = verifyKey.export({ format: 'der', type: 'spki' }).subarray(-rawKeyBytes)
  return {
    id: hash('sha256', raw, 'hex').slice(0, 8),
    publicKey: raw.toString('base64url'),
    privateKey,
    verifyKey,
    macKey: derive('crossdock/signatures/mac'),
  }
}
