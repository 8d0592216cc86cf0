import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { notifySeen } from '@crossdock/kernel/testing'

/** Notifies this process that an environment has changed. */
const tell = (tenantId: string, targetId: string) =>
  notifySeen({ eventType: 'environment_updated', tenantId, targetType: 'environment', targetId })

/**
 * Inserts another environment of a tenant.
 * @returns its id
 */
export async function addEnvironment(tenantId: string, name: string): Promise<string> {
  const id = newId()
  await asOperator('a test makes an environment', async () => {
    const times = { created_at: now(), updated_at: now() }
    const row = { id, tenant_id: tenantId, name, display_name: name, ...times }
    await unscoped().insertQuery().table('tenant_environments').insert(row)
  })
  tell(tenantId, id)
  return id
}

/** Activates or deactivates an environment. */
export async function setActive(tenantId: string, id: string, isActive: boolean): Promise<void> {
  await asOperator('a test switches an environment', async () =>
    unscoped().from('tenant_environments').where({ id }).update({ is_active: isActive })
  )
  tell(tenantId, id)
}
