import { clock } from '@crossdock/kernel/database'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { discoverAgain, findFacts, type Connection, type ProviderFacts } from './client.js'
import { guardedFetch } from './guarded_fetch.js'

/** Algorithms with a private key that only the provider has. A shared secret proves nothing to a third party. */
export const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** The shortest time between two requests for keys: any caller can name an unknown key. */
const keysEveryMs = 2_000

/**
 * Verifies a text that a provider has signed. When no known key fits, the server fetches new keys and verifies once
 * more.
 * @param judge verifies with the given key, as functions of `jose` do
 * @throws what `judge` throws, or as `discover`
 */
export async function verifySigned<T>(
  connection: Connection,
  judge: (keys: JWTVerifyGetKey) => Promise<T>
): Promise<T> {
  const known = await findFacts(connection)
  try {
    return await verifyWithAnyKey(await keysIn(known), judge)
  } catch (error) {
    const newer = isAboutKeys(error) && (await discoverNewer(connection, known))
    if (!newer) throw error
    return verifyWithAnyKey(await keysIn(newer), judge)
  }
}

const isAboutKeys = (error: unknown): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWSSignatureVerificationFailed

/** One new discovery for all callers with the same old keys; null while the keys are fresh. */
function discoverNewer(
  connection: Connection,
  known: ProviderFacts
): Promise<ProviderFacts> | null {
  const { newer, keysAt = 0 } = known
  if (newer) return newer
  if (clock.now() - keysAt < keysEveryMs) return null
  known.newer = discoverAgain(connection)
  // After a failed discovery, the next caller tries again.
  known.newer.catch(() => delete known.newer)
  return known.newer
}

function keysIn(known: ProviderFacts): Promise<JWTVerifyGetKey> {
  if (!known.keys) {
    known.keysAt = clock.now()
    known.keys = fetchKeys(known)
    known.keys.catch(() => delete known.keys)
  }
  return known.keys
}

async function fetchKeys({ configuration }: ProviderFacts): Promise<JWTVerifyGetKey> {
  const { keys } = await readKeys(configuration.serverMetadata().jwks_uri ?? '')
  return createLocalJWKSet({ keys })
}

/** The keys at an address, without entries that are not objects. @throws SyntaxError, TypeError, as `guardedFetch` */
export async function readKeys(address: string): Promise<JSONWebKeySet> {
  const answer = await guardedFetch(new URL(address).href, {
    method: 'GET',
    headers: { accept: 'application/json, application/jwk-set+json' },
    body: undefined,
    redirect: 'manual',
  })
  const said = (await answer.json()) as { keys?: unknown } | null
  if (!Array.isArray(said?.keys)) throw new TypeError('The key set has no list of keys.')
  const isObject = (key: unknown) => typeof key === 'object' && key !== null && !Array.isArray(key)
  return { keys: said.keys.filter(isObject) }
}

/** Tries a token without a key id with each key that fits. */
async function verifyWithAnyKey<T>(
  keys: JWTVerifyGetKey,
  judge: (keys: JWTVerifyGetKey) => Promise<T>
): Promise<T> {
  try {
    return await judge(keys)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await judge(async () => key)
      } catch (other) {
        if (!isAboutKeys(other)) throw other
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}
