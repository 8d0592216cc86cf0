import type { KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { currentTenantId, tenantTable } from '@crossdock/kernel/tenancy'
import { pruneAudit } from './actions/prune_audit.js'

/** Entries of the audit. A signed checkpoint replaces the deleted ones. */
export const keptAudit: KeptRecords = {
  label: text('Audit'),
  description: text('Who did what, sealed in a chain. Deletions leave a signed checkpoint.'),
  belongsTo: 'tenant',
  least: { days: 365, reason: text('Auditors ask for a whole year.') },
  prune: pruneAudit,
  count(before, most) {
    // Filters by chain, because the indexes start with it.
    const own = tenantTable('audit_entries').where('chain', currentTenantId())
    return countUpTo(own.where('created_at', '<', before), most)
  },
}
