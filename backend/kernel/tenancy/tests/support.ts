import { now, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'

/** A tenant whose id and subdomain are `id`. */
export function makeTenant(id: string): Promise<unknown> {
  const times = { created_at: now(), updated_at: now() }
  const row = { id, name: id, subdomain: id, settings: '{}', status: 'active', ...times }
  return asOperator('test fixture', async () =>
    unscoped().insertQuery().table('tenants').insert(row)
  )
}
