import { createHash } from 'node:crypto'
import { Problem } from '../ground/problem.js'
import { text } from '../ground/text.js'
import type { Call } from '../http/call.js'
import { takesKey } from '../http/takes_key.js'

/** A key in the scope of its caller: another tenant or person may use the same key. */
export interface Key {
  tenantId: string | null
  caller: string
  key: string
  /** Equal only for the same request: address, environment and the bytes of the body. */
  fingerprint: string
}

const visible = /^[\x21-\x7e]{1,255}$/

/** The key of a request; undefined without one, and where keys are not supported. @throws Problem 400 */
export function keyOf({ operation, http, identity, context, bytes }: Call): Key | undefined {
  // An empty key, which Adonis ignores, is a mistake of the caller.
  const key = http.request.request.headers['idempotency-key']
  if (key === undefined || !identity || !bytes || !takesKey(operation)) return undefined
  if (typeof key !== 'string' || !visible.test(key)) {
    throw new Problem(
      400,
      'E_IDEMPOTENCY_KEY',
      text(
        'The Idempotency-Key must be one to 255 visible ASCII characters, without spaces: a new UUID is best.'
      )
    )
  }
  const { actor, credential } = identity
  return {
    tenantId: context.tenantId,
    caller: `${actor.type}:${actor.id ?? credential.id}`,
    key,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([http.request.url(true), context.environmentId]))
      .update(bytes)
      .digest('base64url'),
  }
}

/** Equal only for the same permissions: a controller may check more than its operation's permission. */
export function rightsOf({ identity, context }: Call): string {
  const names = [...context.permissions].sort()
  return createHash('sha256')
    .update(JSON.stringify([identity?.isSuperAdmin, ...names]))
    .digest('base64url')
}
