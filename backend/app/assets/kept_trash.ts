import type { KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { purgeIfTrashed } from './actions/purge_asset.js'
import { oldTrash, trashedBefore } from './queries/old_trash.js'

/**
 * Counted for each asset, which may be a folder: its first 500 rows are deleted in the transaction, the
 * others by a job.
 */
const rowsOfEach = 25

/** Default for the days that assets stay in the trash before they are deleted permanently. */
export const trashKeptDays = 30

/** Assets in the trash, each with its contents. */
export const keptTrash: KeptRecords = {
  label: text('Trash'),
  description: text('Files and folders in the trash, until they are deleted permanently.'),
  defaultDays: trashKeptDays,
  belongsTo: 'tenant',
  async prune(before, most) {
    let purged = 0
    for (const id of await trashedBefore(before, Math.max(1, Math.floor(most / rowsOfEach)))) {
      if (await purgeIfTrashed(id)) purged++
    }
    return purged
  },
  count: (before, most) => countUpTo(oldTrash(before), most),
}
