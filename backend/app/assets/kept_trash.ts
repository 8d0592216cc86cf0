import type { KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { purgeIfTrashed } from './actions/purge_asset.js'
import { oldTrash, trashedBefore } from './queries/old_trash.js'

/** Each may be a folder, of which a slice of 500 rows is deleted at once and the rest by a job. */
const rowsOfEach = 25

/** Days after which what lies in the trash is deleted for good, where nobody says otherwise. */
export const trashKeptDays = 30

/** What lies in the trash, each with what lies in it. */
export const keptTrash: KeptRecords = {
  label: text('Trash'),
  description: text('Files and folders in the trash, until they are deleted for good.'),
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
