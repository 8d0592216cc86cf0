import { unscoped } from '@crossdock/kernel/database'
import type { TenantDirectory } from '@crossdock/kernel/http'

/** Finds tenants by id or subdomain. The table itself belongs to no tenant, so nothing scopes it. */
export const directory: TenantDirectory = {
  async find(idOrSubdomain) {
    const row = await unscoped()
      .from('tenants')
      .select('id', 'status')
      .where('id', idOrSubdomain)
      .orWhere('subdomain', idOrSubdomain.toLowerCase())
      .first()
    return row ? { id: row.id, status: row.status } : null
  },
}
