import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/** DER prefix of the 32 bytes of a public key (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** Creates an Ed25519 key from its raw bytes; null for invalid bytes. */
function keyOf(publicKey: string): KeyObject | null {
  const key = Buffer.concat([spki, Buffer.from(publicKey, 'base64url')])
  try {
    return createPublicKey({ key, format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Returns whether the holder of a key signed a text. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = keyOf(publicKey)
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
