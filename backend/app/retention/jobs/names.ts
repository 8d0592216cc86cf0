import { jobRef, schedule } from '@crossdock/kernel/jobs'

type Nothing = Record<string, never>

/** Deletes what of a tenant is older than it is kept. Two tenants at a time: it is nobody's hurry. */
export const pruneRecords = jobRef<Nothing>('retention.prune', { limit: 2 })

/** Adds the job above for each tenant. */
export const pruneAll = jobRef<Nothing>('retention.pruneAll')

/** Before the trash's room is given back, and after the backups that people make at midnight. */
export const schedules = [
  schedule({ name: 'retention.pruneAll', cron: '50 0 * * *', job: pruneAll, payload: {} }),
]
