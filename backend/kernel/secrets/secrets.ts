import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Exception } from '@adonisjs/core/exceptions'
import { service } from '../ground/service.js'
import { minKeyLength } from '../settings/index.js'

const FORMAT = 's1'
const IV_BYTES = 12
const TAG_BYTES = 16

export type SecretErrorCode = 'E_SECRET_KEY' | 'E_SECRET_UNKNOWN_KEY' | 'E_SECRET_DAMAGED'

/**
 * A sealed value that cannot be opened, or a key that cannot be used. The message never contains the secret.
 */
export class SecretError extends Exception {
  constructor(message: string, code: SecretErrorCode) {
    super(message, { code, status: 500 })
  }
}

interface Key {
  id: string
  bytes: Buffer
}

/**
 * Encryption at rest for credentials: AES-256-GCM under a key derived from `APP_KEY`. A sealed value names its
 * key, so keys can rotate: new values use the current key, and older ones open as long as their key is listed
 * in `APP_KEY_PREVIOUS`.
 */
export class Secrets {
  readonly #current: Key
  readonly #keys: Map<string, Key>

  constructor(appKey: string, previousKeys: string[] = []) {
    this.#current = deriveKey(appKey, 'APP_KEY')
    this.#keys = new Map(
      previousKeys.map((key) => deriveKey(key, 'APP_KEY_PREVIOUS')).map((key) => [key.id, key])
    )
    this.#keys.set(this.#current.id, this.#current)
  }

  /**
   * Encrypts a text. `context` names its owner (`external_systems:<id>`, say). Opening needs the same context,
   * so a sealed value copied to another row is worthless there.
   */
  seal(plain: string, context: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#current.bytes, iv)
    cipher.setAAD(additionalData(this.#current.id, context))
    const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final()])
    const payload = Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
    return `${FORMAT}.${this.#current.id}.${payload}`
  }

  /** Decrypts a value sealed with the same context. */
  open(sealed: string, context: string): string {
    const { keyId, payload } = parse(sealed)
    const key = this.#keys.get(keyId)
    if (!key) {
      throw new SecretError(
        `A stored secret (${context}) was sealed with key ${keyId}, which is neither APP_KEY nor in APP_KEY_PREVIOUS. Add the key it was sealed with to APP_KEY_PREVIOUS, or enter the secret again.`,
        'E_SECRET_UNKNOWN_KEY'
      )
    }
    try {
      const decipher = createDecipheriv('aes-256-gcm', key.bytes, payload.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(additionalData(keyId, context))
      decipher.setAuthTag(payload.subarray(-TAG_BYTES))
      const text = decipher.update(payload.subarray(IV_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      throw damaged(`(${context}) does not open: it was changed, or belongs to another row`)
    }
  }

  /**
   * The ids of the keys that open values; new values use the current one. An id reveals nothing about its key.
   */
  get keyIds(): { current: string; previous: string[] } {
    const { id: current } = this.#current
    return { current, previous: [...this.#keys.keys()].filter((id) => id !== current) }
  }

  /** Whether a sealed value should be opened and sealed again because its key is not the current one. */
  needsRotation(sealed: string): boolean {
    return parse(sealed).keyId !== this.#current.id
  }
}

/** The secrets of this process, under its `APP_KEY`. */
export const secrets = service<Secrets>('kernel.secrets')

function deriveKey(secret: string, variable: string): Key {
  if (secret.length < minKeyLength) {
    throw new SecretError(
      `${variable} has ${secret.length} characters, but a key needs at least ${minKeyLength}. Set it to 32 random bytes, for example from "openssl rand -base64 32".`,
      'E_SECRET_KEY'
    )
  }
  return {
    bytes: Buffer.from(hkdfSync('sha256', secret, '', 'crossdock/secrets/key', 32)),
    id: Buffer.from(hkdfSync('sha256', secret, '', 'crossdock/secrets/id', 4)).toString('hex'),
  }
}

function additionalData(keyId: string, context: string): Buffer {
  return Buffer.from(`${FORMAT}.${keyId}.${context}`)
}

/** The id of a key. It reveals nothing about the key. */
export const keyIdOf = (appKey: string): string => deriveKey(appKey, 'APP_KEY').id

/** Whether a text has the form of a sealed value. */
export const looksSealed = (text: string): boolean => partsOf(text) !== undefined

/** The ids of the keys that sealed the values within a text, one for each value. */
export const keysIn = (text: string): string[] =>
  [...text.matchAll(/\bs1\.([0-9a-f]{8})\.[\w-]{38,}/g)].map(([, id]) => id!)

function parse(sealed: string): { keyId: string; payload: Buffer } {
  const parts = partsOf(sealed)
  if (!parts) throw damaged('does not have the form of a sealed secret')
  return parts
}

function partsOf(sealed: string): { keyId: string; payload: Buffer } | undefined {
  const match = /^s1\.([0-9a-f]{8})\.([\w-]+)$/.exec(sealed)
  const payload = Buffer.from(match?.[2] ?? '', 'base64url')
  if (!match?.[1] || payload.length < IV_BYTES + TAG_BYTES) return undefined
  return { keyId: match[1], payload }
}

function damaged(what: string): SecretError {
  return new SecretError(`A stored secret ${what}. Enter it again.`, 'E_SECRET_DAMAGED')
}
