import { createHash } from 'node:crypto'
import { settings } from '@crossdock/kernel/settings'

/**
 * The site of passkeys: the host of APP_URL. Pages at the subdomain of an organization may use the passkeys, too,
 * unless the host is a single word such as localhost. A change of the host makes all passkeys useless.
 */
export function relyingParty() {
  const { hostname } = new URL(settings.use().APP_URL)
  return { id: hostname, idHash: createHash('sha256').update(hostname).digest() }
}
