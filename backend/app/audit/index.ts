import { keptRecords } from '@crossdock/backend/retention'
import { tenantRecords } from '@crossdock/backend/tenants'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { auditErase, auditRead } from './contracts/index.js'
import { auditErased, auditExported } from './event_types.js'
import { schedules } from './job_refs.js'

/** The audit: all recorded actions, sealed in one chain per tenant. */
export const audit = definePlugin({
  name: 'audit',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['tenants', 'users', 'activity', 'retention'],
  migrations: ['backend/app/audit/migrations'],
  contributes: [
    contribute(keptRecords, async (records) =>
      records.add('audit', (await import('./kept.js')).keptAudit)
    ),
    contribute(tenantRecords, (records) =>
      records.add('audit', {
        tables: ['audit_entries', 'audit_chains', 'audit_heads'],
        reason: 'The audit of a tenant is needed after its deletion.',
        isWritten: async (tenantId) => (await import('./queries/is_sealed.js')).isSealed(tenantId),
      })
    ),
  ],
  permissions: [auditRead, auditErase],
  eventTypes: [auditErased, auditExported],
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  jobs: () => import('./jobs/index.js'),
  schedules,
  consumers: async ({ eventTypes }) => {
    const { sealer } = await import('./consumers/seal.js')
    return { default: [sealer(eventTypes)] }
  },
})
