import { clock, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { targetOf, factsOf } from '../actions/recorded.js'
import { builtAgents } from '../downloads/files.js'
import { rolloutChanged, rolloutStopped, updateRequested } from '../event_types.js'
import { AgentRollout } from '../models/agent_rollout.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import type { rolloutBody } from '../validators/rollout.js'
import { isWithin, requestedUpdate, rolloutRank, updateTo, type AgentUpdate } from './state.js'

/** Number of updates that begin in a minute. */
const atOnce = 50
/** An update has failed if the connected agent has not reported its result after this time. */
const patienceMs = 10 * 60_000

const off = { isActive: false, percentage: 10, maxFailures: 3, updateHours: null }

/** Returns the version of the downloads; null if there are none. */
const builtVersion = async (): Promise<string | null> =>
  (await builtAgents()).files[0]?.version ?? null

const currentRollout = (lock = false) => {
  const query = AgentRollout.query()
  return (lock ? query.forUpdate() : query).first()
}

const liveAgents = () => DesktopAgent.query().whereNull('retired_at').orderBy('id')

/** Returns the update settings of the environment's agents, with the progress of the update. */
export async function showRollout() {
  const rollout = await currentRollout()
  const version = await builtVersion()
  const { isActive, percentage, maxFailures, updateHours } = rollout ?? off
  const agents = await liveAgents().select('version', 'agent_config')
  const count = (fits: (agent: DesktopAgent) => boolean) => agents.filter(fits).length
  const ended = (outcome: string) => count((one) => updateTo(one, version)?.outcome === outcome)
  const isStopped = rollout?.stoppedVersion != null && rollout.stoppedVersion === version
  return {
    isActive,
    percentage,
    maxFailures,
    updateHours,
    version,
    stoppedReason: isStopped ? rollout.stoppedReason : null,
    agents: agents.length,
    current: count((one) => one.version === version),
    requested: ended('requested'),
    rolledBack: ended('rolled_back'),
    failed: ended('failed'),
  }
}

/** Saves the settings; a stopped rollout continues, and failed updates are retried. */
export async function setRollout(given: Output<typeof rolloutBody>) {
  await transaction(async () => {
    const rollout = await currentRollout(true)
    const changes = Object.entries(given).filter(([, value]) => value !== undefined)
    const values = { ...Object.fromEntries(changes), stoppedVersion: null, stoppedReason: null }
    const saved = rollout
      ? await rollout.merge(values).save()
      : await AgentRollout.create({ ...off, ...values })
    await forgetFailures()
    const { isActive, percentage } = saved
    await recordEvent(rolloutChanged, {
      target: { type: 'agent_rollout', id: saved.id },
      payload: { isActive, percentage },
    })
  })
  return showRollout()
}

async function forgetFailures(): Promise<void> {
  for (const agent of await liveAgents().forUpdate()) {
    const { update, ...agentConfig } = agent.agentConfig as { update?: AgentUpdate }
    if (update?.outcome === 'failed' || update?.outcome === 'rolled_back') {
      await agent.merge({ agentConfig }).save()
    }
  }
}

/** Starts further updates, in the tenant and environment of a rollout. */
export function startUpdates(): Promise<void> {
  return transaction(async () => {
    const rollout = await currentRollout(true)
    const { files } = await builtAgents()
    const version = files[0]?.version
    if (!rollout?.isActive || !version || rollout.stoppedVersion === version) return
    const agents = await liveAgents().forUpdate()
    await giveUpSilent(agents, version)
    const failed = agents.filter((agent) =>
      ['failed', 'rolled_back'].includes(updateTo(agent, version)?.outcome ?? '')
    )
    if (failed.length >= rollout.maxFailures) return stop(rollout, version, failed)
    if (!isWithin(rollout.updateHours, clock.date())) return
    const targets = new Set(files.map(({ platform, arch }) => `${platform}-${arch}`))
    const due = agents.filter(
      (agent) =>
        agent.connectionStatus === 'online' &&
        agent.version !== version &&
        targets.has(`${agent.platform}-${agent.arch}`) &&
        updateTo(agent, version) === null &&
        rolloutRank(agent.clientId, version) < rollout.percentage
    )
    for (const agent of due.slice(0, atOnce)) await requestUpdate(agent, version)
  })
}

async function requestUpdate(agent: DesktopAgent, version: string): Promise<void> {
  await setUpdate(agent, { version, outcome: 'requested', message: '', at: now() })
  await recordEvent(updateRequested, {
    target: targetOf(agent),
    payload: { ...factsOf(agent), version },
  })
}

async function giveUpSilent(agents: DesktopAgent[], version: string): Promise<void> {
  for (const agent of agents) {
    const update = requestedUpdate(agent)
    if (!update || clock.now() - Date.parse(update.at) < patienceMs) continue
    if (agent.version === version) {
      await setUpdate(agent, { ...update, outcome: 'installed', at: now() })
    } else if (agent.connectionStatus === 'online') {
      const message = `The agent still runs version ${agent.version} and did not report why.`
      await setUpdate(agent, { ...update, outcome: 'failed', message, at: now() })
    }
  }
}

const setUpdate = (agent: DesktopAgent, update: AgentUpdate) =>
  agent.merge({ agentConfig: { ...agent.agentConfig, update } }).save()

async function stop(rollout: AgentRollout, version: string, failed: DesktopAgent[]) {
  const names = failed.map(({ agentName }) => agentName).slice(0, 5)
  const reason = `${failed.length} agents failed at version ${version}: ${names.join(', ')}.`
  await rollout.merge({ stoppedVersion: version, stoppedReason: reason }).save()
  await recordEvent(rolloutStopped, {
    target: { type: 'agent_rollout', id: rollout.id },
    payload: { version, reason },
  })
}
