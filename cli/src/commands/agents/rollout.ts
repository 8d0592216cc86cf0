import type { AgentRollout } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { wholeNumber } from '../../output/limit.js'
import { hoursIn } from './groups.js'

const path = '/api/desktop-agents/rollout'

export interface SetRolloutOptions {
  on?: boolean
  off?: boolean
  percentage?: string
  maxFailures?: string
  hours?: string
}

export async function showRollout(factory: Factory): Promise<void> {
  print(factory, await (await factory.api()).get<AgentRollout>(path))
}

export async function setRollout(factory: Factory, options: SetRolloutOptions): Promise<void> {
  const { on, off, percentage, maxFailures, hours } = options
  if (on && off) throw new UsageError('--on and --off exclude each other. Give one of them.')
  const body = {
    ...(on || off ? { isActive: Boolean(on) } : {}),
    ...(percentage === undefined
      ? {}
      : { percentage: wholeNumber('--percentage', percentage, 100) }),
    ...(maxFailures === undefined
      ? {}
      : { maxFailures: wholeNumber('--max-failures', maxFailures, 1_000) }),
    ...(hours === undefined
      ? {}
      : { updateHours: hours === 'always' ? null : hoursIn('--hours', hours) }),
  }
  if (Object.keys(body).length === 0) {
    throw new UsageError('No setting is given.', 'See the flags: crossdock agents rollout set -h')
  }
  print(factory, await (await factory.api()).put<AgentRollout>(path, body))
}

function print(factory: Factory, rollout: AgentRollout): void {
  if (factory.flags.json) return factory.printJson(rollout)
  const { isActive, percentage, maxFailures, updateHours, version, stoppedReason } = rollout
  printDetails(factory, [
    ['Updates', isActive ? `on, for ${percentage} % of the agents` : 'off'],
    ['Hours (UTC)', updateHours ? `${updateHours.from}-${updateHours.to}` : 'always'],
    ['Stops after', `${maxFailures} failures`],
    ['Version', version],
    ['Stopped', stoppedReason],
    ['Up to date', `${rollout.current} of ${rollout.agents} agents`],
    ['In progress', String(rollout.requested)],
    ['Rolled back', String(rollout.rolledBack)],
    ['Failed', String(rollout.failed)],
  ])
}
