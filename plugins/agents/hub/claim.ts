import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { AgentMessageOf } from '../contracts/index.js'
import { failCommand } from '../actions/end_command.js'
import { isAlive, machineOf } from '../actions/enroll.js'
import { factsOf, targetOf, recordAgentEvent } from '../actions/recorded.js'
import { agentDuplicated, agentOnline } from '../event_types.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'

export type Hello = AgentMessageOf<'hello'>

/** A process that wants its connection to be the agent's only one. */
export interface Claim {
  agentId: string
  connectionId: string
  hello: Hello
}

export type Claimed =
  | { kind: 'live'; agent: DesktopAgent }
  | { kind: 'retired' }
  | { kind: 'quarantined' }
  /** Another process is connected as the agent, and sent a heartbeat recently. */
  | { kind: 'contested'; holder: string; seenAt: string }

/** Maximum number of remembered copies; the newest are kept. */
const mostCopies = 50

/**
 * Makes a connection the agent's only one, unless another process with the same key is connected as the
 * agent. A reconnect of the same process takes over immediately.
 */
export function claim({ agentId, connectionId, hello }: Claim): Promise<Claimed> {
  return transaction(async () => {
    const agent = await lockAgent(agentId)
    if (!agent || agent.retiredAt) return { kind: 'retired' }
    if (isCopy(agent, hello)) return { kind: 'quarantined' }
    const isSame = agent.instanceId === hello.instanceId
    const { connectionId: holder, lastHeartbeat: seenAt } = agent
    if (!isSame && holder && seenAt && holder !== connectionId && isAlive(agent)) {
      return { kind: 'contested', holder, seenAt }
    }
    await takeOver(agent, connectionId, hello)
    return { kind: 'live', agent }
  })
}

/**
 * Quarantines a process that runs on a copy of an agent's state, because the process that is connected as the
 * agent is alive. The copy stays excluded until it is enrolled again.
 */
export function quarantine({ agentId, hello }: Claim): Promise<void> {
  return transaction(async () => {
    const agent = await lockAgent(agentId)
    if (!agent || isCopy(agent, hello)) return
    const { instanceId, machineName } = hello
    const copies = [...agent.copies, { instanceId, machineName, at: now() }].slice(-mostCopies)
    await agent.merge({ copies }).save()
    await recordCopy(agent, hello, true)
  })
}

const lockAgent = (id: string) => DesktopAgent.query().where('id', id).forUpdate().first()

const isCopy = ({ copies }: DesktopAgent, { instanceId }: Hello) =>
  copies.some((copy) => copy.instanceId === instanceId)

async function takeOver(agent: DesktopAgent, connectionId: string, hello: Hello): Promise<void> {
  const { bootId, instanceId, osVersion } = hello
  const wasOnline = agent.connectionStatus === 'online'
  // The state counts the agent's starts. If the count has not increased, the process runs on an older copy of
  // the state.
  const hasForked =
    agent.instanceId !== null &&
    agent.instanceId !== instanceId &&
    agent.bootId !== null &&
    bootId <= agent.bootId
  await agent
    .merge({
      ...machineOf(hello),
      connectionId,
      instanceId,
      bootId,
      osVersion,
      connectionStatus: 'online',
      connectedAt: now(),
      lastHeartbeat: now(),
    })
    .save()
  if (!wasOnline) await recordAgentEvent(agentOnline, agent)
  if (!hasForked) return
  await recordCopy(agent, hello, false)
  await failCommandsInProgress(agent)
}

const recordCopy = (
  agent: DesktopAgent,
  { instanceId, machineName }: Hello,
  isQuarantined: boolean
) =>
  recordEvent(agentDuplicated, {
    target: targetOf(agent),
    payload: { ...factsOf(agent), otherMachineName: machineName, instanceId, isQuarantined },
  })

/**
 * Fails the commands in progress, without sending them again: the journal of this process does not show which
 * commands another copy has carried out.
 */
async function failCommandsInProgress(agent: DesktopAgent): Promise<void> {
  const open = await AgentCommand.query()
    .where('assigned_agent', agent.id)
    .whereIn('status', ['sent', 'running'])
    .orderBy('id')
    .forUpdate()
  for (const command of open) {
    await failCommand(command, agent, {
      code: 'E_STATE_COPIED',
      message:
        'The agent came back with an older copy of its state, which does not know whether this was done. Look, and retry it.',
    })
  }
}
