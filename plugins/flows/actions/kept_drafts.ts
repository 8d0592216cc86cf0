import type { KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { WorkflowDraft } from '../models/workflow_draft.js'

const older = (before: string) =>
  tenantTable<{ id: string }>(WorkflowDraft.table).where('updated_at', '<', before)

/** The retention of drafts, by their last change. Their workflows are not affected. */
export const keptDrafts: KeptRecords = {
  label: text('Workflow drafts'),
  description: text('Changes to workflows that a person has not activated, by the last change.'),
  defaultDays: 180,
  belongsTo: 'tenant',
  async prune(before, most) {
    const some = older(before).orderBy('updated_at').orderBy('id').limit(most).select('id')
    const ids = (await some).map(({ id }) => id)
    return ids.length > 0 ? Number(await older(before).whereIn('id', ids).delete()) : 0
  },
  count: (before, most) => countUpTo(older(before), most),
}
