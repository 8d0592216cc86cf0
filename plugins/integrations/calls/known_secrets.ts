import { environmentSecrets } from '@crossdock/environments/contracts'
import { perApplication } from '@crossdock/kernel/plugin'
import type { KnownSecrets } from '@crossdock/kernel/secrets'
import { currentContext, currentTenantId } from '@crossdock/kernel/tenancy'

/** Most tokens kept of one environment. */
const mostFetched = 50
const mostEnvironments = 200

/** Tokens that were fetched for calls of an environment: a later answer may repeat one. */
const fetched = perApplication(() => new Map<string, Set<string>>())

const keyNow = () => `${currentTenantId()}/${currentContext().environmentId ?? ''}`

/** Remembers secrets that a call has fetched, so that later calls mask them. */
export function noteFetched(secrets: Iterable<string>): void {
  const all = fetched()
  const key = keyNow()
  const own = all.get(key) ?? new Set()
  for (const secret of secrets) {
    // The newest comes last.
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

/** The tokens that were fetched for calls of the context's environment. */
export const fetchedHere = (): string[] => [...(fetched().get(keyNow()) ?? [])]

/** All secrets of the context's environment, and the tokens that were fetched for its calls. */
export async function secretsHere(): Promise<KnownSecrets> {
  const known = await environmentSecrets.use().known()
  const tokens = fetchedHere()
  return tokens.length > 0 ? known.with(tokens) : known
}
