import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { settings } from '@crossdock/kernel/settings'

/** What the DNS says of the TXT records of a name. */
export type Found =
  | { texts: string[] }
  /** There is no such record. */
  | { absent: true }
  /** Nobody said anything, or what was said cannot be understood. */
  | { unreachable: string }

/** A name may have many servers, all of them silent. */
const patienceMs = 10_000

const none = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the servers of DNS_SERVERS, or those of this machine. */
export async function findTexts(name: string): Promise<Found> {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  const { DNS_SERVERS } = settings.use()
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS)
  const over = new AbortController()
  const late = delay(patienceMs, undefined, { signal: over.signal, ref: false }).then(
    () => resolver.cancel(),
    () => undefined
  )
  try {
    const records = await resolver.resolveTxt(name)
    return { texts: records.map((parts) => parts.join('')) }
  } catch (error) {
    const { code = 'EUNKNOWN' } = error as NodeJS.ErrnoException
    return none.has(code) ? { absent: true } : { unreachable: code }
  } finally {
    over.abort()
    await late
  }
}
