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
 * Deletes the agents and commands of an environment. They are kept until the final deletion, because the
 * environment may be restored. Until then, agents cannot use the hidden environment.
 */
export const agentsOfEnvironment: EnvironmentBelongings = {
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

type AgentModel =
  | typeof AgentRollout
  | typeof AgentCommand
  | typeof DesktopAgent
  | typeof AgentEnrolment
  | typeof AgentGroup

/**
 * Deletes the oldest rows of a table.
 * @returns whether more rows may remain
 */
async function deleteFirst(model: AgentModel): Promise<boolean> {
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
