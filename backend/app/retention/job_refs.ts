import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Deletes expired records of a tenant. Only two tenants at a time, because it is not urgent. */
export const pruneRecords = jobRef<Nothing>('retention.prune', { limit: 2 })

/** Adds that job for each tenant. */
export const pruneAll = jobRef<Nothing>('retention.pruneAll')

/** Runs before garbage collection of file content, and after the backups that people make at midnight. */
export const schedules = [
  schedule({ name: 'retention.pruneAll', cron: '50 0 * * *', job: pruneAll, payload: {} }),
]
