import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { inTenant } from '@crossdock/kernel/tenancy'
import type { EnvironmentName } from '../contracts/index.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { variableUpdated } from '../variables/event_types.js'

/** Adds an environment to a tenant, and notifies every process. */
export function addEnvironment(tenantId: string, name: EnvironmentName): Promise<string> {
  return inTenant(tenantId, () =>
    transaction(async () => {
      const { id } = await TenantEnvironment.create({ name, displayName: name })
      await recordEvent(variableUpdated, {
        target: { type: 'environment', id },
        payload: { name, isSecret: false },
      })
      return id
    })
  )
}
