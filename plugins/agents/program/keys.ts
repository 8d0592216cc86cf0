import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'

/** An Ed25519 key pair; both halves are 32 bytes in base64url. */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

const curve = { kty: 'OKP', crv: 'Ed25519' } as const

/** Creates the key that is the identity of an agent. */
export function newKeyPair(): KeyPair {
  const { x, d } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return { publicKey: x!, privateKey: d! }
}

/** @returns the signature over a text, in base64url */
export function signText({ publicKey, privateKey }: KeyPair, text: string): string {
  const key = createPrivateKey({ key: { ...curve, x: publicKey, d: privateKey }, format: 'jwk' })
  return sign(null, Buffer.from(text), key).toString('base64url')
}

/** Returns whether bytes are signed with a public key. An invalid key verifies nothing. */
export function isSigned(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { ...curve, x: publicKey }, format: 'jwk' })
    return verify(null, bytes, key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
