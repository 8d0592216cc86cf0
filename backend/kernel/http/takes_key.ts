import type { Operation } from './operation.js'

/**
 * Whether an operation accepts `Idempotency-Key`: every POST with a known caller and a JSON body. Sign-in has
 * its own rules; streamed bodies use offsets and If-Match instead.
 */
export function takesKey({ method, access, path, reads = 'json' }: Operation): boolean {
  return (
    method === 'POST' && access !== 'public' && reads === 'json' && !path.startsWith('/api/auth/')
  )
}
