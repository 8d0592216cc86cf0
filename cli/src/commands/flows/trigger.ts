import type { Execution, StartableWorkflow } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { resolveAsset } from '../../assets/resolve.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import { followExecution } from '../../executions/follow.js'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { isId } from '../../ids.js'
import { jsonOf } from '../../local_file.js'

export interface TriggerOptions {
  asset?: string
  watch?: boolean
  input?: string[]
  inputFile?: string
}

/** Starts a flow. With `watch`, follows it until it ends. */
export async function triggerFlow(
  factory: Factory,
  nameOrId: string,
  options: TriggerOptions
): Promise<void> {
  const api = await factory.api()
  const flowId = isId(nameOrId) ? nameOrId : await activeFlow(api, nameOrId)
  const assetId = options.asset === undefined ? undefined : await assetIdOf(api, options.asset)

  const input = await inputOf(factory, options)
  const execution = await api.post<Execution>('/api/flow-executions/trigger', {
    flowId,
    assetId,
    input,
  })
  if (options.watch) return followExecution(factory, api, execution.executionId)
  if (factory.flags.json) return factory.printJson(execution)
  factory.say(`Started ${execution.flowName}, execution ${execution.executionId}.`)
  factory.note(`Follow it with "crossdock executions watch ${execution.executionId}".`)
}

/** The inputs of the flow by name. Typed values override those of the file. */
async function inputOf(
  factory: Factory,
  { input = [], inputFile }: TriggerOptions
): Promise<object | undefined> {
  if (input.length === 0 && inputFile === undefined) return undefined
  const typed = input.map((pair) => {
    const at = pair.indexOf('=')
    if (at > 0) return [pair.slice(0, at), pair.slice(at + 1)] as const
    throw new UsageError(`--input "${pair}" has no value.`, 'Write it like --input weight=12.5.')
  })
  const given = inputFile === undefined ? {} : await jsonOf(factory, inputFile)
  return Object.fromEntries([...Object.entries(given), ...typed])
}

async function activeFlow(api: ApiClient, typed: string): Promise<string> {
  const flows = await api.all<StartableWorkflow>('/api/workflows')
  const flow = pick(flows, typed, {
    one: 'active flow',
    list: 'crossdock workflows list',
    ids: (one) => [one.id],
    name: (one) => one.name,
    about: (one) => one.name,
  })
  return flow.id
}

async function assetIdOf(api: ApiClient, pathOrId: string): Promise<string> {
  const asset = await resolveAsset(api, pathOrId)
  if (asset) return asset.id
  throw new CliError(
    ExitCode.refused,
    `--asset "${pathOrId}" is the top level, which is not an asset.`
  )
}
