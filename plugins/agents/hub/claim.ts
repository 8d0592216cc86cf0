import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { AgentMessageOf } from '../contracts/index.js'
import { failCommand } from '../actions/end_command.js'
import { isAlive, machineOf } from '../actions/enroll.js'
import { factsOf, targetOf, tellOfAgent } from '../actions/told.js'
import { agentDuplicated, agentOnline } from '../event_types.js'
import { AgentCommand } from '../models/agent_command.js'
import { DesktopAgent } from '../models/desktop_agent.js'

export type Hello = AgentMessageOf<'hello'>

/** A process that wants to speak for an agent. */
export interface Claim {
  agentId: string
  connectionId: string
  hello: Hello
}

export type Claimed =
  | { kind: 'live'; agent: DesktopAgent }
  | { kind: 'retired' }
  | { kind: 'quarantined' }
  /** Another process holds the agent, and gave a sign of life lately. */
  | { kind: 'contested'; holder: string; seenAt: string }

/** At most so many copies are remembered, the newest ones. */
const mostCopies = 50

/**
 * Makes a connection the one that speaks for an agent, unless another process of the same key holds it. Who reconnects
 * (the same process) takes over at once.
 */
export function claim({ agentId, connectionId, hello }: Claim): Promise<Claimed> {
  return transaction(async () => {
    const agent = await lockedAgent(agentId)
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
 * The process that holds the agent lives: this one runs on a copy of its state, and is shut out until it is enrolled.
 * @param copy what the newer process says of itself
 */
export function quarantine({ agentId, hello }: Claim): Promise<void> {
  return transaction(async () => {
    const agent = await lockedAgent(agentId)
    if (!agent || isCopy(agent, hello)) return
    const { instanceId, machineName } = hello
    const copies = [...agent.copies, { instanceId, machineName, at: now() }].slice(-mostCopies)
    await agent.merge({ copies }).save()
    await tellOfCopy(agent, hello, true)
  })
}

const lockedAgent = (id: string) => DesktopAgent.query().where('id', id).forUpdate().first()

const isCopy = ({ copies }: DesktopAgent, { instanceId }: Hello) =>
  copies.some((copy) => copy.instanceId === instanceId)

async function takeOver(agent: DesktopAgent, connectionId: string, hello: Hello): Promise<void> {
  const { bootId, instanceId, osVersion } = hello
  const wasOnline = agent.connectionStatus === 'online'
  // Starts are counted in the state: a count that does not rise is that of an older copy of it.
  const hasForked =
    agent.instanceId !== null &&
    agent.instanceId !== instanceId &&
    agent.bootId !== null &&
    bootId <= agent.bootId
  await agent
    .merge({
      ...machineOf(hello),
      ...{ connectionId, instanceId, bootId, osVersion },
      ...{ connectionStatus: 'online', connectedAt: now(), lastHeartbeat: now() },
    })
    .save()
  if (!wasOnline) await tellOfAgent(agentOnline, agent)
  if (!hasForked) return
  await tellOfCopy(agent, hello, false)
  await failUnderWay(agent)
}

const tellOfCopy = (
  agent: DesktopAgent,
  { instanceId, machineName }: Hello,
  isQuarantined: boolean
) =>
  recordEvent(agentDuplicated, {
    target: targetOf(agent),
    payload: { ...factsOf(agent), otherMachineName: machineName, instanceId, isQuarantined },
  })

/** Which of them another copy has done is not in this one's journal: none of them is sent again. */
async function failUnderWay(agent: DesktopAgent): Promise<void> {
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
