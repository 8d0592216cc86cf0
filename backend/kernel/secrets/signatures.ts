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
  /** The key that signed: the current one or a previous one. */
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
 * Signs texts that this installation must later recognize as its own, under keys derived from `APP_KEY`. A
 * signature of an older key stays valid as long as that key is listed in `APP_KEY_PREVIOUS`.
 */
export class Signatures {
  readonly #keys: Key[]

  constructor(appKey: string, previousKeys: string[] = []) {
    this.#keys = [appKey, ...previousKeys].map(keyOf)
  }

  /** For other systems, which check signatures themselves. */
  get publicKeys(): { keyId: string; publicKey: string }[] {
    return this.#keys.map(({ id, publicKey }) => ({ keyId: id, publicKey }))
  }

  /** @param text begins with its purpose, so that a signature is not valid for anything else */
  sign(text: string): Signature {
    const { id, privateKey } = this.#keys[0]!
    return { keyId: id, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
  }

  /** `unknown`: signed with a key that is neither the current one nor in `APP_KEY_PREVIOUS`. */
  check(text: string, { keyId, signature }: Signature): 'good' | 'bad' | 'unknown' {
    const key = this.#keys.find(({ id }) => id === keyId)
    if (!key) return 'unknown'
    const isGood = verify(null, Buffer.from(text), key.verifyKey, bytesOf(signature))
    return isGood ? 'good' : 'bad'
  }

  /**
   * A code that requires the key. It is cheap, for values that are written often, and only this installation
   * can check it.
   */
  mac(text: string): string {
    return macOf(this.#keys[0]!, text).toString('base64url')
  }

  isMac(text: string, mac: string): boolean {
    const given = bytesOf(mac)
    return this.#keys.some((key) => {
      const expected = macOf(key, text)
      return expected.length === given.length && timingSafeEqual(expected, given)
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
