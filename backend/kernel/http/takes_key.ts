import type { Operation } from './operation.js'

/**
 * Whether an operation honours `Idempotency-Key`: every POST that is known by its caller and reads
 * JSON. Signing in has its own rules; what is streamed instead has its offsets and If-Match.
 */
export function takesKey({ method, access, path, reads = 'json' }: Operation): boolean {
  return (
    method === 'POST' && access !== 'public' && reads === 'json' && !path.startsWith('/api/auth/')
  )
}
