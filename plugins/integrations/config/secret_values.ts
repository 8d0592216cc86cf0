import { secretsIn } from '@crossdock/kernel/kinds'
import type { StoredConfig } from '../models/external_system.js'

interface Stored {
  config: StoredConfig
  authConfig: StoredConfig
}

/**
 * Returns the sealed values of a system's configuration. In maps with free names (headers, parameters of the token
 * request), every value is sealed. `plain` are values that look like ordinary words (`application/json`, `live`).
 * Many answers contain them, so they are masked only in the request that sends them.
 * @throws SecretError if a key is missing
 */
export function secretValues(
  { config, authConfig }: Stored,
  context: string
): { secrets: string[]; plain: string[] } {
  const { headers, tokenParameters, ...rest } = authConfig
  const free = secretsIn({ headers, tokenParameters }, context)
  return {
    secrets: [
      ...secretsIn(config, context),
      ...secretsIn(rest, context),
      ...free.filter(looksSecret),
    ],
    plain: free.filter((value) => !looksSecret(value)),
  }
}

const mediaType = /^[\w.+-]+\/[\w.+*-]+(?:\s*;.*)?$/

/** Returns whether a value may be a key or a token: it is long, or contains letters and digits. */
function looksSecret(value: string): boolean {
  if (value.length < 8 || mediaType.test(value)) return false
  if (/\s/.test(value.replace(/^\w+\s+/, ''))) return false
  return value.length >= 16 || (/\d/.test(value) && /\p{L}/u.test(value))
}
