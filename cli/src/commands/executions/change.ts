import type { BulkRuns, Execution } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode, UsageError } from '../../errors.js'
import { shortId } from '../../executions/columns.js'
import { findExecution } from '../../executions/find.js'
import { followExecution } from '../../executions/follow.js'
import { poll } from '../../executions/poll.js'
import type { Factory } from '../../factory.js'
import { periodOf, type Period } from '../../times.js'

export type Verb = 'cancel' | 'retry' | 'replay'

export interface ChangeOptions extends Period {
  all?: boolean
  status?: string
  search?: string
  yes?: boolean
  watch?: boolean
  fromStep?: string
  input?: string
  useVersion?: string
}

const done: Record<Verb, string> = {
  cancel: 'Cancelled',
  retry: 'Retried',
  replay: 'Replayed',
}

/** Cancels, retries or replays one execution, or with `--all` all that match the filters. */
export async function changeExecutions(
  factory: Factory,
  verb: Verb,
  id: string | undefined,
  options: ChangeOptions
): Promise<void> {
  if (options.all === (id !== undefined)) {
    throw new UsageError('Give either an id, or --all with filters.')
  }
  refuseUnused(options)
  const api = await factory.api()
  if (id === undefined) return changeAll(factory, api, verb, options)
  const found = await findExecution(api, id)
  const path = `/api/flow-executions/${encodeURIComponent(found.id)}/${verb}`
  const execution = await api.post<Execution>(path, verb === 'replay' ? bodyOf(options) : undefined)
  if (options.watch) return followExecution(factory, api, execution.executionId)
  if (factory.flags.json) return factory.printJson(execution)
  const now = verb === 'replay' ? ` as execution ${execution.executionId}` : ''
  factory.say(`${done[verb]} execution ${shortId(found)} of ${found.flowName}${now}.`)
}

const ofOne = {
  fromStep: '--from-step',
  useVersion: '--use-version',
  input: '--input',
  watch: '--watch',
} as const
const ofAll = {
  status: '--status',
  search: '--search',
  after: '--after',
  before: '--before',
} as const

/** Refuses options that would have no effect, because executions would be changed differently than asked for. */
function refuseUnused(options: ChangeOptions): void {
  const unused = Object.entries(options.all ? ofOne : ofAll).find(
    ([name]) => options[name as keyof ChangeOptions] !== undefined
  )
  if (!unused) return
  throw new UsageError(
    options.all
      ? `${unused[1]} is for one execution. Give its id, or leave ${unused[1]} out.`
      : `${unused[1]} is a filter for --all. Leave it out, or give --all instead of an id.`
  )
}

function bodyOf({ fromStep, input, useVersion }: ChangeOptions): object {
  return {
    ...(useVersion === undefined ? {} : { version: useVersion }),
    ...(fromStep === undefined ? {} : { fromStepId: fromStep }),
    ...(input === undefined ? {} : { input: { data: dataOf(input) } }),
  }
}

function dataOf(input: string): unknown {
  try {
    return JSON.parse(input) as unknown
  } catch {
    throw new UsageError(`--input "${input}" is not valid JSON.`)
  }
}

async function changeAll(
  factory: Factory,
  api: ApiClient,
  verb: Verb,
  options: ChangeOptions
): Promise<void> {
  const { status, search } = options
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(search === undefined ? {} : { search }),
    ...periodOf(options),
  }
  const path = '/api/flow-executions/bulk'
  const { total } = await api.post<BulkRuns>(path, { action: verb, filter })
  if (total === 0) return factory.say(`No execution matches that can be ${participle[verb]}.`)
  const question = `${total} executions will be ${participle[verb]}. Continue?`
  await factory.prompter.assertConfirmed(options.yes === true, question)
  const { id } = await api.post<BulkRuns>(path, { action: verb, filter, confirm: total })
  let last = -1
  for await (const bulk of poll(factory, () => api.get<BulkRuns>(`${path}/${id!}`))) {
    const now = bulk.done + bulk.refused
    if (!factory.flags.json && now !== last) factory.note(`${now} of ${bulk.total}`)
    last = now
    if (!bulk.completedAt) continue
    if (factory.flags.json) factory.printJson(bulk)
    else factory.say(`${done[verb]} ${bulk.done} of ${bulk.total} executions.`)
    if (bulk.refused === 0) return
    throw new CliError(
      ExitCode.failure,
      `${bulk.refused} were refused. The first: ${bulk.firstRefusal ?? 'no reason was given.'}`
    )
  }
}

const participle: Record<Verb, string> = {
  cancel: 'cancelled',
  retry: 'retried',
  replay: 'replayed',
}
