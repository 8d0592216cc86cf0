import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { withContext } from '@crossdock/kernel/tenancy'
import { ExternalSystem } from '../models/external_system.js'
import { WebhookRequest } from '../hooks/models/webhook_request.js'
import { IntegrationLog } from '../models/integration_log.js'

const callsAtOnce = 500
const systemsAtOnce = 50

/** The systems of an environment and the calls made to them, which end with it. */
export const systemsAndCalls: EnvironmentBelongings = {
  deleteSome: (environmentId) =>
    withContext({ environmentId }, () =>
      transaction(async () => {
        const calls =
          (await deleteFirst(IntegrationLog, 'created_at', callsAtOnce)) ||
          (await deleteFirst(WebhookRequest, 'created_at', callsAtOnce))
        // Endpoints, bindings and allowances go with their systems.
        return calls || (await deleteFirst(ExternalSystem, 'created_at', systemsAtOnce))
      })
    ),
}

/** @returns whether there may be more */
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
