import { environmentSecrets } from '@crossdock/environments/contracts'
import { perApplication } from '@crossdock/kernel/plugin'
import type { KnownSecrets } from '@crossdock/kernel/secrets'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

/** Maximum number of tokens kept per environment. */
const mostFetched = 50
const mostEnvironments = 200

/** Tokens that calls of an environment have fetched. Later answers may repeat one, which must then be masked. */
const fetched = perApplication(() => new Map<string, Set<string>>())

const keyNow = () => `${currentTenantId()}/${currentContext().environmentId ?? ''}`

/** Remembers secrets that a call fetched, so that later calls mask them. */
export function rememberSecrets(secrets: Iterable<string>): void {
  const all = fetched()
  const key = keyNow()
  const own = all.get(key) ?? new Set()
  for (const secret of secrets) {
    // Move the secret to the end, because the oldest are dropped first.
    own.delete(secret)
    own.add(secret)
  }
  for (const oldest of own) {
    if (own.size <= mostFetched) break
    own.delete(oldest)
  }
  all.delete(key)
  if (own.size > 0) all.set(key, own)
  for (const oldest of all.keys()) {
    if (all.size <= mostEnvironments) break
    all.delete(oldest)
  }
}

/** Returns the tokens that calls of the context's environment have fetched. */
export const fetchedSecrets = (): string[] => [...(fetched().get(keyNow()) ?? [])]

/** Returns all secrets of the context's environment, and the tokens that its calls have fetched. */
export async function currentSecrets(): Promise<KnownSecrets> {
  const known = await environmentSecrets.use().known()
  const tokens = fetchedSecrets()
  return tokens.length > 0 ? known.with(tokens) : known
}
