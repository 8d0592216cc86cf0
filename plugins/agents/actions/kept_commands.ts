import { deleteOldest, type KeptRecords } from '@crossdock/backend/retention'
import { countUpTo } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import { AgentCommand } from '../models/agent_command.js'

const { table } = AgentCommand

/** Selects ended commands that were created before a time. */
const older = (before: string) =>
  tenantTable<{ id: string }>(table)
    .where('created_at', '<', before)
    .whereIn('status', ['completed', 'failed', 'cancelled'])

/** Ended commands to agents. */
export const keptCommands: KeptRecords = {
  label: text('Agent commands'),
  description: text('Commands to desktop agents that have ended, with their results.'),
  belongsTo: 'environment',
  prune: (before, most) => deleteOldest(table, older(before), most),
  count: (before, most) => countUpTo(older(before), most),
}
