import { Resolver } from 'node:dns/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { settings } from '@crossdock/kernel/settings'

/** The result of a DNS lookup for TXT records. */
export type Found =
  | { texts: string[] }
  /** The record does not exist. */
  | { absent: true }
  /** No answer, or an invalid one. */
  | { unreachable: string }

/** Limits the whole lookup: a name may have many servers that do not answer. */
const timeoutMs = 10_000

const none = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the servers in DNS_SERVERS, or the default ones of this machine. */
export async function findTexts(name: string): Promise<Found> {
  const resolver = new Resolver({ timeout: 2_500, tries: 2 })
  const { DNS_SERVERS } = settings.use()
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS)
  const over = new AbortController()
  const late = delay(timeoutMs, undefined, { signal: over.signal, ref: false }).then(
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
