import { randomUUID } from 'node:crypto'
import { agentSignals } from '@crossdock/agents/contracts'
import { clock } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import {
  plan as planOf,
  type Agreed,
  type Plan,
  type PlanInput,
  type SideName,
  type Skipped,
  type Tree,
} from '@crossdock/sync-engine'
import { SyncContract, type Figures } from '../models/sync_contract.js'
import type { SyncPass } from '../models/sync_pass.js'
import type { SyncRun } from '../models/sync_run.js'
import {
  endRun,
  reduceReleased,
  resumeRun,
  lockedContract,
  openRun,
  openRunOf,
  replaceSkipped,
  resolutionsDone,
  resolutionsOf,
  setState,
  settleConflicts,
  stopRun,
} from '../rows/index.js'
import { asOwner } from './as_owner.js'
import { CarryOut } from './carry_out.js'
import { KnownContents } from './contents.js'
import { figuresOf, type AnyEnd } from './ends/end.js'
import { openEnds } from './ends/open.js'
import { foundConflicts } from './found_conflicts.js'
import { lockPass, passOf, takeTrigger } from './pass_row.js'
import { PlanOutdated } from './pass_stopped.js'
import { agreedOf, failedFilesOf, stopSkipping, type FailedFile } from './rows.js'
import { rulesOf } from './rules.js'
import { shownPlan } from './shown_plan.js'

/** Maximum number of plans of one pass. The next pass continues. */
const mostRounds = 50
/** Delay before the next pass continues. */
const nextPassMs = 5_000

/** When a pass starts again automatically. */
export type Again = Date | null

/** The state of both ends, as a plan uses it. */
interface Read {
  ends: Record<SideName, AnyEnd>
  trees: Record<SideName, Tree>
  agreed: Map<string, Agreed>
  held: Map<string, FailedFile>
}

/** One pass over a contract. It plans and carries out plans until nothing more can be done now. */
export class Pass {
  /** The number of requests that this pass handles. */
  seen = 0
  /** Duration of the last reading and planning. */
  planMs = 0
  readonly #stale = new Map<string, number>()

  constructor(
    private readonly job: RunningJob,
    private readonly contract: SyncContract
  ) {}

  /** @throws PassStopped, PassWaits */
  run(): Promise<Again> {
    return asOwner(this.contract, async () => {
      for (let round = 1; ; round++) {
        const row = (await passOf(this.contract.id))!
        this.seen = Number(row.wanted)
        const next = await this.#round(row)
        if (next !== 'again') return next
        if (round === mostRounds) return new Date(clock.now() + nextPassMs)
      }
    })
  }

  async #round(row: SyncPass): Promise<Again | 'again'> {
    const ends = await openEnds(this.contract).catch((error: unknown) => {
      if (error instanceof PlanOutdated) return null
      throw error
    })
    if (!ends) return await this.#outdated()
    try {
      const since = clock.ticks()
      const read = await this.#read(ends)
      const open = await openRunOf(this.contract.id)
      const plan = await this.#plan(read, open?.released ?? null)
      this.planMs = clock.ticks() - since
      if (row.wantsPlan) await this.#show(plan, read)
      if (!this.contract.isActive) return null
      if (isPlanOnly(row)) return row.resumesAt === null ? null : new Date(row.resumesAt)
      if (plan.stop) return await this.#stop(plan, read, row)
      const run = await this.#begin(plan, read, row)
      const carried = await this.#carryOut(plan, read, run)
      if (carried.changed > 0 || carried.isStale || carried.failures.count > 0) return 'again'
      return await this.#end({ plan, read, carried })
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
      return await this.#outdated()
    } finally {
      for (const end of Object.values(ends)) if (end.kind === 'remote') await end.close()
    }
  }

  /** Reads the agreed state before the trees: an older agreed state can only make the plan more careful. */
  async #read(ends: Record<SideName, AnyEnd>): Promise<Read> {
    const agreed = await agreedOf(this.contract.id)
    const held = await failedFilesOf(this.contract.id)
    const trees = { source: await ends.source.tree(agreed), target: await ends.target.tree(agreed) }
    for (const side of ['source', 'target'] as const) {
      const { row, kind } = ends[side]
      const { isRootThere } = trees[side]
      // An agent reports the time of its own scan.
      const scan = { last_scan_at: clock.date().toISOString(), is_root_there: isRootThere }
      const values = { ...figuresOf(trees[side]), ...(kind === 'agent' ? {} : scan) }
      await tenantRows('sync_sides').update({ id: row.id }, values)
    }
    return { ends, trees, agreed, held }
  }

  async #plan({ trees, agreed, held }: Read, released: PlanInput['released']): Promise<Plan> {
    const now = clock.date().toISOString()
    const waiting = [...held.values()].filter(({ dueAt }) => dueAt > now)
    return planOf({
      ...trees,
      agreed,
      released,
      rules: await rulesOf(this.contract),
      resolutions: await resolutionsOf(this.contract.id),
      held: new Set(waiting.map(({ path }) => path)),
      newKey: randomUUID,
    })
  }

  /** Stores a plan that a person requested, without carrying it out. */
  async #show(plan: Plan, { trees }: Read): Promise<void> {
    await this.job.commit(async () => {
      const row = await lockPass(this.contract.id)
      await row.merge({ wantsPlan: false, plan: shownPlan(plan, trees) }).save()
    })
  }

  /** Stops the run, and stores the plan that a person must review in place of any earlier one. */
  async #stop(plan: Plan, { trees }: Read, { trigger, startedBy }: SyncPass): Promise<Again> {
    await this.#commit(null, async (contract) => {
      const run = await openRun(contract, trigger ?? 'continuous', { userId: startedBy })
      await stopRun(contract, run, plan.stop!)
      await takeTrigger(contract.id)
      const row = await lockPass(contract.id)
      await row.merge({ plan: shownPlan(plan, trees) }).save()
      await tenantTable('sync_work').where('contract_id', contract.id).delete()
    })
    return null
  }

  /** Returns the run that carries out a plan; null if there is nothing to do and no run was requested. */
  #begin({ operations, counts, losses }: Plan, read: Read, row: SyncPass): Promise<SyncRun | null> {
    return this.#commit(null, async (contract) => {
      const { trigger, startedBy } = row
      const isWork = operations.some(({ type }) => type !== 'conflict')
      const run = isWork
        ? await openRun(contract, trigger ?? 'continuous', { userId: startedBy })
        : await openRunOf(contract.id)
      await takeTrigger(contract.id)
      // The reason for which the run had stopped no longer exists.
      if (run?.status === 'stopped') await resumeRun(contract, run)
      if (!run || !isWork) return run
      await reduceReleased(run, losses, read.held.size)
      // The shown plan is being carried out now.
      if (row.plan) await (await lockPass(contract.id)).merge({ plan: null }).save()
      const left = counts.created + counts.changed + counts.moved + counts.deleted
      const total = { files: run.filesDone + left, bytes: run.bytesDone + counts.bytes }
      const figures = { ...total, ...doneIn(run) }
      await setState(contract, { phase: 'syncing', message: null, stop: null, figures })
      return run
    })
  }

  async #carryOut(plan: Plan, read: Read, run: SyncRun | null): Promise<CarryOut> {
    const { contract, job } = this
    const { ends, agreed, held, trees } = read
    const hashes = Object.values(ends).flatMap((end) => (end.kind === 'stored' ? [end.hashes] : []))
    const carried = await new CarryOut(
      {
        job,
        contract,
        ends,
        agreed,
        held,
        trees,
        stale: this.#stale,
        figuresOf: doneIn,
        contents: new KnownContents(contract.id, hashes),
        commit: (work) => this.#commit(run, work),
      },
      plan
    ).all()
    const found = await foundConflicts(contract.id, carried, trees)
    const skipped = plan.skipped
      .filter(({ side, id }) => !isClosed(ends[side], id))
      .map((one) => withReason(one, held))
    await this.#commit(run, async (locked) => {
      await settleConflicts(locked, found)
      await replaceSkipped(locked, skipped)
    })
    if (carried.hasNewWork) this.#signal(ends)
    return carried
  }

  #signal(ends: Record<SideName, AnyEnd>): void {
    for (const end of Object.values(ends))
      if (end.kind === 'agent') agentSignals.peek()?.signal(end.agentId, this.contract.id)
  }

  /**
   * Runs work in a transaction that has locked the contract.
   * @param run the run that must be open; null: any run
   * @throws PlanOutdated if the contract was changed, paused or deleted, or if the run has ended
   */
  #commit<T>(
    run: SyncRun | null,
    work: (contract: SyncContract, run: SyncRun | null) => Promise<T>
  ): Promise<T> {
    const { id, revision } = this.contract
    return this.job.commit(
      async () => {
        const contract = await lockedContract(id)
        const isSame = contract?.revision === revision && contract.isActive
        const present = run && (await openRunOf(id))
        if (!isSame || (run && present?.id !== run.id)) throw new PlanOutdated()
        return await work(contract, present)
      },
      { progress: true }
    )
  }

  /** Handles a contract that was changed, paused or deleted, or a run that a person ended. */
  async #outdated(): Promise<Again | 'again'> {
    const fresh = await SyncContract.find(this.contract.id)
    if (!fresh || fresh.deletedAt !== null || !fresh.isActive) return null
    // The next pass reads the present contract.
    if (fresh.revision !== this.contract.revision) return clock.date()
    const run = await openRunOf(this.contract.id)
    return run?.status === 'running' ? 'again' : null
  }

  /** Ends the pass when nothing more can be done now: the run ends or waits. */
  async #end({ plan, read, carried }: Ended): Promise<Again> {
    const tried = new Set(plan.operations.map(({ path }) => path))
    for (const { path, reason } of plan.skipped) if (reason === 'held') tried.add(path)
    const settled = [...read.held.keys()].filter((path) => !tried.has(path))
    const left = [...read.held.values()].filter(({ path }) => tried.has(path))
    const message = left[0] ? failing(left.length, left[0]) : null
    const waits = carried.work.length > 0
    const isOffline = waits && (await isAnyOffline(read.ends, carried))
    await this.#commit(null, async (contract) => {
      const { id } = contract
      await stopSkipping(id, settled)
      if (waits) {
        const phase = isOffline ? 'waiting' : 'syncing'
        return await setState(contract, { phase, message: isOffline ? offline : null })
      }
      if (left.length === 0) {
        await resolutionsDone(id, [...(await resolutionsOf(id)).keys()])
        await markTrusted(read.ends)
      }
      const run = await openRunOf(id)
      const lastSyncAt = clock.date().toISOString()
      if (run) {
        run.counts = { ...run.counts, ...countsOf(plan), failed: left.length }
        await endRun(contract, run, left.length > 0 ? 'partial' : 'completed', message)
      } else {
        await setState(contract, { phase: 'idle', stop: null, message, lastSyncAt })
      }
    })
    // Other contracts retry failed files in their next run.
    if (this.contract.syncMode !== 'continuous') return null
    const [next] = left.map(({ dueAt }) => dueAt).sort()
    return next === undefined ? null : new Date(next)
  }
}

/** Returns whether only a plan was requested, and no failed file is due for a retry. */
const isPlanOnly = ({ wantsPlan, wanted, done, resumesAt }: SyncPass): boolean =>
  wantsPlan &&
  Number(wanted) <= Number(done) &&
  (resumesAt === null || resumesAt > clock.date().toISOString())

interface Ended {
  plan: Plan
  read: Read
  carried: CarryOut
}

const countsOf = ({ counts: { conflicts, skipped } }: Plan) => ({ conflicts, skipped })

const doneIn = ({ filesDone, bytesDone }: SyncRun): Figures => ({ filesDone, bytesDone })

/** Replaces the reason of a recently failed file by the message of its failure. */
function withReason(skipped: Skipped, held: ReadonlyMap<string, FailedFile>) {
  const failed = skipped.reason === 'held' && held.get(skipped.path)
  return failed ? { ...skipped, reason: 'failing' as const, detail: failed.message } : skipped
}

const isClosed = (end: AnyEnd, id: string) => end.kind === 'stored' && end.closed.has(id)

const offline = text('The desktop agent is offline. The run goes on when it is back.')

async function isAnyOffline(ends: Record<SideName, AnyEnd>, { work }: CarryOut): Promise<boolean> {
  for (const side of new Set(work.map((one) => one.side))) {
    const end = ends[side]
    if (end.kind === 'agent' && !(await end.isOnline())) return true
  }
  return false
}

/**
 * Records that both ends are equal, so that missing entries count as deleted from now on. It does nothing for an
 * end whose agent has sent a report in the meantime.
 */
async function markTrusted(ends: Record<SideName, AnyEnd>): Promise<void> {
  for (const { row } of Object.values(ends)) {
    if (row.isTrusted) continue
    const { id, generation } = row
    await tenantTable('sync_sides').where({ id, generation }).update({ is_trusted: true })
  }
}

const failing = (count: number, { path, message }: FailedFile) =>
  count === 1
    ? text('"{path}" cannot be synced: {message}', { path, message })
    : text('{count} files cannot be synced, such as "{path}": {message}', { count, path, message })
