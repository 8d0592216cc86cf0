import { newId, now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { tellSeen } from '@crossdock/kernel/testing'

/** Tells this process that an environment is not as it was. */
const tell = (tenantId: string, targetId: string) =>
  tellSeen({ eventType: 'environment_updated', tenantId, targetType: 'environment', targetId })

/** Another environment of a tenant, put in by hand. @returns its id */
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

/** Switches an environment on or off, by hand. */
export async function setActive(tenantId: string, id: string, isActive: boolean): Promise<void> {
  await asOperator('a test switches an environment', async () =>
    unscoped().from('tenant_environments').where({ id }).update({ is_active: isActive })
  )
  tell(tenantId, id)
}
