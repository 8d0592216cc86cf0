import type { EnvironmentBelongings } from '@crossdock/environments/contracts'
import { transaction } from '@crossdock/kernel/database'
import { withContext } from '@crossdock/kernel/tenancy'
import { AgentCommand } from '../models/agent_command.js'
import { AgentEnrolment } from '../models/agent_enrolment.js'
import { AgentGroup } from '../models/agent_group.js'
import { AgentRollout } from '../models/agent_rollout.js'
import { DesktopAgent } from '../models/desktop_agent.js'

const rowsAtOnce = 500

/**
 * The agents of an environment and their commands, which end with it. Until then the environment may be taken back, so agents
 * stay: no call works in an environment that is hidden.
 */
export const agentsAndCommands: EnvironmentBelongings = {
  deleteSome: (environmentId) =>
    withContext({ environmentId }, () =>
      transaction(async () => {
        for (const model of [
          AgentCommand,
          DesktopAgent,
          AgentEnrolment,
          AgentGroup,
          AgentRollout,
        ]) {
          if (await deleteFirst(model)) return true
        }
        return false
      })
    ),
}

type Kept =
  | typeof AgentRollout
  | typeof AgentCommand
  | typeof DesktopAgent
  | typeof AgentEnrolment
  | typeof AgentGroup

/** @returns whether there may be more */
async function deleteFirst(model: Kept): Promise<boolean> {
  const rows = await model
    .query()
    .orderBy('created_at')
    .orderBy('id')
    .limit(rowsAtOnce)
    .select('id')
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await model.query().whereIn('id', ids).delete()
  return ids.length === rowsAtOnce
}
