import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Deletes expired records of a tenant. Not urgent, so only two tenants at a time. */
export const pruneRecords = jobRef<Nothing>('retention.prune', { limit: 2 })

/** Enqueues `pruneRecords` for each tenant. */
export const pruneAll = jobRef<Nothing>('retention.pruneAll')

/** At 0:50: after backups at midnight, and before garbage collection of file contents. */
export const schedules = [
  schedule({ name: 'retention.pruneAll', cron: '50 0 * * *', job: pruneAll, payload: {} }),
]
