import type { KeptEnvironments } from '@crossdock/backend/retention'
import { TenantEnvironment } from '../models/tenant_environment.js'

/** Returns to the retention of records how many days each environment keeps its logs (`logsRetentionDays`). */
export const kept: KeptEnvironments = {
  async all() {
    const rows = await TenantEnvironment.query()
      .whereNull('deleted_at')
      .orderBy('createdAt')
      .orderBy('id')
      .select('id', 'name', 'logs_retention_days')
    return rows.map(({ id, name, logsRetentionDays: days }) => ({ id, name, days }))
  },
}
