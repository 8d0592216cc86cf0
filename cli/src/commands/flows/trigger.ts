import type { Execution, StartableWorkflow } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveAsset } from '../../assets/resolve.js'
import { CliError, ExitCode } from '../../errors.js'
import { followExecution } from '../../executions/follow.js'
import type { Factory } from '../../factory.js'
import { isId } from '../../ids.js'

const NAMES_IN_A_HINT = 5

export interface TriggerOptions {
  asset?: string
  watch?: boolean
}

/** Starts a flow, and follows it to its end when asked to. */
export async function triggerFlow(
  factory: Factory,
  nameOrId: string,
  options: TriggerOptions
): Promise<void> {
  const api = await factory.api()
  const flowId = isId(nameOrId) ? nameOrId : await flowNamed(api, nameOrId)
  const assetId = options.asset === undefined ? undefined : await assetIdOf(api, options.asset)

  const execution = await api.post<Execution>('/api/flow-executions/trigger', { flowId, assetId })
  if (options.watch) return followExecution(factory, api, execution.executionId)
  if (factory.flags.json) return factory.printJson(execution)
  factory.say(`Started ${execution.flowName}, execution ${execution.executionId}.`)
  factory.note(`Follow it with "crossdock executions watch ${execution.executionId}".`)
}

async function flowNamed(api: ApiClient, name: string): Promise<string> {
  const flows = await api.all<StartableWorkflow>('/api/workflows')
  const matches = flows.filter((flow) => flow.name === name)
  const [match] = matches
  if (match && matches.length === 1) return match.id
  if (match) {
    throw new CliError(ExitCode.refused, `${matches.length} active flows are named "${name}".`, {
      hint: `Name one by its id: ${matches.map((flow) => flow.id).join(', ')}`,
    })
  }
  const known = flows.slice(0, NAMES_IN_A_HINT).map((flow) => `"${flow.name}"`)
  throw new CliError(ExitCode.notFound, `There is no active flow named "${name}".`, {
    hint: known.length > 0 ? `Active flows: ${known.join(', ')}` : 'No flow is active.',
  })
}

async function assetIdOf(api: ApiClient, pathOrId: string): Promise<string> {
  const asset = await resolveAsset(api, pathOrId)
  if (asset) return asset.id
  throw new CliError(ExitCode.refused, `--asset "${pathOrId}" is the top level, which is no asset.`)
}
