import { unscoped } from '@crossdock/kernel/database'
import { type TenantDirectory, asOperator } from '@crossdock/kernel/tenancy'

/** Finds tenants by id or subdomain, for requests whose tenant is not known yet. */
export const directory: TenantDirectory = {
  async find(idOrSubdomain) {
    const row = await asOperator('a request names its tenant', async () =>
      unscoped()
        .from('tenants')
        .select('id', 'subdomain', 'status')
        .where('id', idOrSubdomain)
        .orWhere('subdomain', idOrSubdomain.toLowerCase())
        .first()
    )
    return row ? { id: row.id, subdomain: row.subdomain, status: row.status } : null
  },
}

/** Whether any tenant exists, including one that will be deleted. */
export const hasAnyTenant = (): Promise<boolean> =>
  asOperator('whether an installation is new', async () => {
    return (await unscoped().from('tenants').select('id').first()) !== null
  })
