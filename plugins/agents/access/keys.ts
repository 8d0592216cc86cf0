import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/** DER in front of the 32 bytes of a public key (RFC 8410). */
const spki = Buffer.from('302a300506032b6570032100', 'hex')

/** An Ed25519 key of its raw bytes; null for bytes that are none. */
function keyOf(publicKey: string): KeyObject | null {
  const key = Buffer.concat([spki, Buffer.from(publicKey, 'base64url')])
  try {
    return createPublicKey({ key, format: 'der', type: 'spki' })
  } catch {
    return null
  }
}

/** Whether the holder of a key signed a text. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = keyOf(publicKey)
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
}
