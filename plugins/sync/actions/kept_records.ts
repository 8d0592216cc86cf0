import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { SyncConflict } from '../models/sync_conflict.js'
import { SyncRun } from '../models/sync_run.js'

const olderRuns = (before: string) =>
  tenantTable<{ id: string }>(SyncRun.table)
    .where('created_at', '<', before)
    .whereNotNull('ended_at')

/**
 * Selects conflicts opened before a time, without open conflicts and those whose decision a run must still
 * carry out.
 */
const olderConflicts = (before: string) =>
  tenantTable<{ id: string }>(SyncConflict.table)
    .where('created_at', '<', before)
    .whereNotNull('applied_at')

export const keptRuns: KeptRecords = {
  label: text('Sync runs'),
  description: text('Runs of sync contracts that have ended, with what they did.'),
  belongsTo: 'environment',
  prune: (before, most) => deleteOldest(SyncRun.table, olderRuns(before), most),
  count: (before, most) => countUpTo(olderRuns(before), most),
}

export const keptConflicts: KeptRecords = {
  label: text('Sync conflicts'),
  description: text('Conflicts of sync contracts that are resolved.'),
  belongsTo: 'environment',
  prune: (before, most) => deleteOldest(SyncConflict.table, olderConflicts(before), most),
  count: (before, most) => countUpTo(olderConflicts(before), most),
}
