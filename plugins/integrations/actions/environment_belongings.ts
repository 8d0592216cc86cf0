import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { withContext } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { WebhookRequest } from '../hooks/models/webhook_request.js'
import { IntegrationLog } from '../models/integration_log.js'

const callsAtOnce = 500
const systemsAtOnce = 50

/** Deletes the systems of an environment and the log of their calls. */
export const systemsOfEnvironment: EnvironmentBelongings = {
  deleteSome: (environmentId) =>
    withContext({ environmentId }, () =>
      transaction(async () => {
        const calls =
          (await deleteFirst(IntegrationLog, 'created_at', callsAtOnce)) ||
          (await deleteFirst(WebhookRequest, 'created_at', callsAtOnce))
        // Endpoints, bindings and allowances are deleted with their systems.
        return calls || (await deleteFirst(ExternalSystem, 'created_at', systemsAtOnce))
      })
    ),
}

/**
 * Deletes the first rows of a table.
 * @returns whether more rows may remain
 */
async function deleteFirst(
  model: typeof IntegrationLog | typeof WebhookRequest | typeof ExternalSystem,
  order: string,
  most: number
): Promise<boolean> {
  const rows = await model.query().orderBy(order).orderBy('id').limit(most).select('id')
  const ids = rows.map(({ id }) => id)
  await model.query().whereIn('id', ids).delete()
  return ids.length === most
}
