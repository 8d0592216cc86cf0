import type { SyncContract, SyncExplanation, SyncPlan, SyncRun } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { CliError, ExitCode, SilentExit } from '../../errors.js'
import { poll } from '../../executions/poll.js'
import type { Factory } from '../../factory.js'
import { printDetails } from '../../output/details.js'
import { formatBytes, formatRelative, printable } from '../../output/format.js'
import { wholeNumber } from '../../output/limit.js'
import { contractKind, findContract } from './kind.js'

const MOST_SHOWN = 500
/** The followed run is looked up among this many of the newest runs. */
const NEWEST = 100

/** Syncs a contract now. With `watch`, follows the run until it ends. */
export async function runContract(
  factory: Factory,
  typed: string,
  { watch = false }: { watch?: boolean }
): Promise<void> {
  const api = await factory.api()
  const contract = await findContract(api, typed)
  const run = await api.post<SyncRun>(`${contractKind.path}/${contract.id}/sync`, undefined)
  if (watch) return follow(factory, api, contract, run.id)
  if (factory.flags.json) return factory.printJson(run)
  factory.say(`The sync of ${contract.name} has started.`)
}

/** Follows the current run of a contract until it ends. */
export async function watchContract(factory: Factory, typed: string): Promise<void> {
  const api = await factory.api()
  const contract = await findContract(api, typed)
  const { name, state } = contract
  if (state.runId) return follow(factory, api, contract, state.runId)
  if (factory.flags.json) return factory.printJson(contract)
  factory.say(`${name}: ${state.phase}. There is no current run.`)
}

/** Prints each change of a run until it ends. Exits with 1 unless the run completed. */
async function follow(
  factory: Factory,
  api: ApiClient,
  { id, name }: SyncContract,
  runId: string
): Promise<void> {
  const path = `${contractKind.path}/${id}`
  let before = ''
  const ask = async () => ({
    now: await api.get<SyncContract>(path),
    run: await runOf(api, path, runId),
  })
  for await (const { now, run } of poll(factory, ask)) {
    const line = printable(lineOf(name, now, run))
    if (!factory.flags.json && line !== before) factory.say(line)
    before = line
    if (run.status === 'running') continue
    if (factory.flags.json) factory.printJson(run)
    if (run.status !== 'completed') throw new SilentExit(ExitCode.failure)
    return
  }
}

async function runOf(api: ApiClient, path: string, runId: string): Promise<SyncRun> {
  const { rows } = await api.page<SyncRun>(`${path}/runs`, {}, 0, NEWEST)
  const run = rows.find(({ id }) => id === runId)
  if (run) return run
  throw new CliError(ExitCode.notFound, `The run ${runId} no longer exists.`)
}

function lineOf(name: string, { state }: SyncContract, run: SyncRun): string {
  if (run.status !== 'running') {
    const { created, changed, moved, deleted, conflicts, failed } = run.counts
    const what = [
      ...([
        [created, 'created'],
        [changed, 'changed'],
        [moved, 'moved'],
      ] as const),
      ...([
        [deleted, 'deleted'],
        [conflicts, 'in conflict'],
        [failed, 'failed'],
      ] as const),
    ].flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : []))
    const why = run.stop?.message ?? run.message
    return `${name}: ${run.status}, ${what.join(', ') || 'nothing to do'}${why ? `. ${why}` : ''}`
  }
  const { phase, progress, message } = state
  const far = progress
    ? `, ${progress.filesDone} of ${progress.files} files, ${formatBytes(progress.bytesDone)} of ${formatBytes(progress.bytes)}`
    : ''
  return `${name}: ${phase}${far}${message ? `. ${message}` : ''}`
}

/** Releases the plan of a stopped run after a person reviewed it. */
export async function releaseContract(
  factory: Factory,
  typed: string,
  isSure: boolean
): Promise<void> {
  const api = await factory.api()
  const { id, name, state } = await findContract(api, typed)
  if (!state.runId || !state.stop) {
    throw new CliError(ExitCode.refused, `${name} is not stopped: there is nothing to release.`)
  }
  await factory.prompter.assertConfirmed(isSure, `${state.stop.message} Continue ${name}?`)
  const path = `${contractKind.path}/${id}/release`
  const contract = await api.post<SyncContract>(path, {
    runId: state.runId,
    ...('count' in state.stop && {
      code: state.stop.code,
      side: state.stop.side,
      count: state.stop.count,
    }),
  })
  if (factory.flags.json) return factory.printJson(contract)
  factory.say(`${name} continues with its plan.`)
}

/** Requests a plan without a run, and prints it. Exits with 1 when a run would stop. */
export async function planContract(
  factory: Factory,
  typed: string,
  { limit: given }: { limit: string }
): Promise<void> {
  const limit = wholeNumber('--limit', given, MOST_SHOWN)
  const api = await factory.api()
  const { id, name } = await findContract(api, typed)
  const path = `${contractKind.path}/${id}/plan`
  await api.post(path, undefined)
  for await (const plan of poll(factory, () => api.get<SyncPlan>(path))) {
    if (plan.state !== 'ready') continue
    await printPlan(factory, name, plan, limit)
    if (plan.stop) throw new SilentExit(ExitCode.failure)
    return
  }
}

async function printPlan(
  factory: Factory,
  name: string,
  plan: SyncPlan,
  limit: number
): Promise<void> {
  if (factory.flags.json) return factory.printJson(plan)
  const shown = plan.operations.slice(0, limit)
  await factory.printList(
    shown,
    [
      { title: 'What', text: ({ type }) => type },
      { title: 'Where', text: ({ side }) => side },
      { title: 'Path', text: ({ path }) => path },
      { title: 'From', text: ({ fromPath }) => fromPath ?? '' },
      {
        title: 'Size',
        text: ({ size }) => (size > 0 ? formatBytes(size) : ''),
        raw: ({ size }) => String(size),
      },
    ],
    `Both sides of ${name} are equal.`
  )
  if (plan.total > shown.length) factory.note(`${shown.length} of ${plan.total} steps.`)
  if (plan.counts) factory.note(`The run transfers at most ${formatBytes(plan.counts.bytes)}.`)
  if (plan.stop) factory.note(plan.stop.message)
}

/** Explains why a file is or is not in sync. */
export async function explainPath(factory: Factory, typed: string, path: string): Promise<void> {
  const api = await factory.api()
  const { id } = await findContract(api, typed)
  const query = { path }
  const found = await api.get<SyncExplanation>(`${contractKind.path}/${id}/explain`, query)
  if (factory.flags.json) return factory.printJson(found)
  printDetails(factory, [
    ['Path', found.path],
    ['State', found.state],
    ['Why', found.sentence],
    ['Source', entryText(found.source)],
    ['Target', entryText(found.target)],
    ['Last agreed', entryText(found.agreed)],
  ])
}

function entryText(entry: SyncExplanation['source']): string | null {
  if (!entry) return null
  const changed = entry.modifiedAt ? `, changed ${formatRelative(entry.modifiedAt)}` : ''
  return entry.kind === 'folder' ? 'folder' : `${formatBytes(entry.size)}${changed}`
}
