import { Cache } from '@crossdock/kernel/cache'
import { clock, isDatabaseError } from '@crossdock/kernel/database'
import { KnownSecrets } from '@crossdock/kernel/secrets'
import { inTenant } from '@crossdock/kernel/tenancy'
import { secretHolders, type EnvironmentSecrets } from '../../contracts/index.js'
import { presentEnvironment, Reader, storedVariables } from './known_variables.js'

/** Maximum age of cached secrets, because an event about a change may be lost. */
const freshMs = 10 * 60_000
/** Maximum number of cached environments. */
const most = 200

/** The cache, by tenant and environment. */
const cache = new Cache<KnownSecrets>({
  size: most,
  load(key) {
    const [tenantId = '', environmentId = ''] = key.split('/')
    return inTenant(tenantId, () => secretsOf(environmentId), { environmentId })
  },
  until: () => clock.now() + freshMs,
  drop({ targetType, targetId, tenantId }) {
    if (targetType === 'tenant') return (_, key) => key.startsWith(`${targetId}/`)
    const types = secretHolders.entries().flatMap(([, holder]) => holder.targetTypes)
    const concerned = ['environment_variable', 'environment', ...types].includes(targetType ?? '')
    return concerned ? (_, key) => key.startsWith(`${tenantId}/`) : undefined
  },
})

async function secretsOf(environmentId: string): Promise<KnownSecrets> {
  const variables = new Reader(await storedVariables(environmentId))
  const found = variables.allSecrets()
  for (const [name, holder] of secretHolders.entries()) {
    try {
      found.push(...(await holder.secrets(variables)))
    } catch (cause) {
      if (isDatabaseError(cause)) throw cause
      throw secretsUnreadable(name, cause)
    }
  }
  return new KnownSecrets(found)
}

export const knownSecrets: EnvironmentSecrets = {
  async known() {
    const key = await presentEnvironment()
    return key === null ? KnownSecrets.none : cache.get(key)
  },
}

/**
 * Returns the error for secrets that cannot be read. Without them nothing can be masked, so nothing is called or
 * stored. The message names the source that failed.
 */
function secretsUnreadable(holder: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(
    `The secrets of "${holder}" cannot be read, so nothing is called: the stored data of a call could not be masked. ${why}`,
    { cause }
  )
}
