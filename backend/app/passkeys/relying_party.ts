import { createHash } from 'node:crypto'
import { settings } from '@crossdock/kernel/settings'

/**
 * For whom passkeys are made: the host of APP_URL, for which pages at the address of an organization below it may ask,
 * too (not below a single word such as localhost). It cannot change later without making all of them useless.
 */
export function relyingParty() {
  const { hostname } = new URL(settings.use().APP_URL)
  return { id: hostname, idHash: createHash('sha256').update(hostname).digest() }
}
