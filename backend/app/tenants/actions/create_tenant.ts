import { isUniqueViolation, newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { tenantProvisioning, type NewTenant } from '../contracts/index.js'
import { Tenant } from '../models/tenant.js'
import { tenantCreated } from '../event_types.js'
import { subdomainTaken } from './conflicts.js'

/**
 * Creates a tenant and everything it needs from the start (see `tenants.provisioning`), in one transaction.
 * @returns its id
 * @throws Problem 409 when the subdomain is taken
 */
export async function createTenant(input: Omit<NewTenant, 'id'>): Promise<string> {
  const { name, subdomain } = input
  const id = newId()
  try {
    await asOperator('a new tenant has no context yet', () =>
      transaction(async () => {
        await Tenant.create({ id, name, subdomain, settings: {}, status: 'active' })
        await inTenant(id, async () => {
          await recordEvent(tenantCreated, {
            target: { type: 'tenant', id },
            payload: { name, subdomain },
          })
          for (const [, provision] of tenantProvisioning.entries())
            await provision({ ...input, id })
        })
      })
    )
  } catch (error) {
    if (!isUniqueViolation(error, 'subdomain')) throw error
    throw subdomainTaken(subdomain)
  }
  return id
}
