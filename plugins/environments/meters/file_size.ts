import { environmentLimits } from '@crossdock/kernel/ledger'
import { currentContext } from '@crossdock/kernel/tenancy'

const MB = 1024 ** 2

/** Bytes of the largest file the context's tenant may upload. */
export async function largestFile(): Promise<number> {
  const { tenantId } = currentContext()
  const limits = environmentLimits.use()
  const environmentId = tenantId && (await limits.production(tenantId))
  const found = environmentId && (await limits.of({ tenantId, environmentId }))
  return found ? found.maxFileSize! * MB : Infinity
}
