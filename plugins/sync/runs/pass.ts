import { randomUUID } from 'node:crypto'
import { clock } from '@crossdock/kernel/database'
import { text, type Text } from '@crossdock/kernel/http'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { currentTenantId, inTenant, tenantRows, tenantTable } from '@crossdock/kernel/tenancy'
import { plan as planOf, type Agreed, type Plan, type SideName, type Tree } from '@crossdock/sync-engine'
import { agentSignals } from '@crossdock/agents/contracts'
import { SyncContract } from '../models/sync_contract.js'
import type { SyncPass } from '../models/sync_pass.js'
import type { SyncRun } from '../models/sync_run.js'
import { asOwner } from './as_owner.js'
import { CarryOut } from './carry_out.js'
import { closeOthers, openConflict, resolutionsOf } from './conflicts.js'
import { KnownContents } from './contents.js'
import { figuresOf, type AnyEnd } from './ends/end.js'
import { openEnds } from './ends/open.js'
import { lockPass, passOf, takeTrigger } from './pass_row.js'
import { PlanOutdated } from './pass_stopped.js'
import { replaceSkipped } from './skipped.js'
import { agreedOf, heldOf, noLongerHeld, type Held } from './rows.js'
import { rulesOf } from './rules.js'
import { shownPlan } from './shown_plan.js'
import { closeRun, noteFigures, noteState, openRun, openRunOf, stopRun } from './run_record.js'

/** Plans of one pass; what is left then is planned by the next pass at once. */
const mostRounds = 50

/** Until the next pass begins then. */
const breathMs = 5_000

/** When a pass is to begin again by itself. */
export type Again = Date | null

/** Both ends as a plan reads them. */
interface Read {
  ends: Record<SideName, AnyEnd>
  trees: Record<SideName, Tree>
  agreed: Map<string, Agreed>
  held: Map<string, Held>
}

/** One pass over a contract: it plans and carries out until there is nothing left that it could do now. */
export class Pass {
  /** What asked for passes up to here is answered by this one. */
  seen = 0
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
        if (round === mostRounds) return new Date(clock.now() + breathMs)
      }
    })
  }

  async #round(row: SyncPass): Promise<Again | 'again'> {
    const { contract, job } = this
    const ends = await openEnds(contract)
    try {
      const read = await this.#read(ends)
      const plan = await this.#plan(read, row)
      if (row.wantsPlan) await this.#show(plan, read)
      if (!contract.isActive) return null
      if (plan.stop) return await this.#stop(plan, row)
      const changes = plan.operations.filter(({ type }) => type !== 'conflict')
      const wantsRun = row.trigger === 'manual' || row.trigger === 'step'
      const run =
        changes.length > 0 || wantsRun
          ? await job.commit(() => openRun(contract, row.trigger ?? 'continuous', row.startedBy))
          : await openRunOf(contract.id)
      if (run?.status === 'stopped') await job.commit(() => this.#goOn(run))
      await job.commit(() => takeTrigger(contract.id))
      if (run && changes.length > 0) await this.#begin(run, plan)
      const carried = await this.#carryOut(plan, read, run?.id ?? null)
      if (carried.changed > 0 || carried.isStale || carried.failures.count > 0) return 'again'
      return await this.#end({ plan, read, carried, run })
    } catch (error) {
      if (!(error instanceof PlanOutdated)) throw error
      return await this.#outdated()
    } finally {
      for (const end of Object.values(ends)) if (end.kind === 'remote') await end.close()
    }
  }

  /** What was agreed is read before the trees: older than they are, it can only make the plan more careful. */
  async #read(ends: Record<SideName, AnyEnd>): Promise<Read> {
    const agreed = await agreedOf(this.contract.id)
    const held = await heldOf(this.contract.id)
    const trees = { source: await ends.source.tree(agreed), target: await ends.target.tree(agreed) }
    for (const side of ['source', 'target'] as const) {
      const isScanned = ends[side].kind !== 'agent'
      await tenantRows('sync_sides').update(
        { id: ends[side].row.id },
        {
          ...figuresOf(trees[side]),
          ...(isScanned
            ? {
                last_scan_at: clock.date().toISOString(),
                is_root_there: trees[side].isRootThere,
              }
            : {}),
        }
      )
    }
    return { ends, trees, agreed, held }
  }

  async #plan({ trees, agreed, held }: Read, row: SyncPass): Promise<Plan> {
    const now = clock.date().toISOString()
    const waiting = [...held.values()].filter(({ dueAt }) => dueAt > now)
    return planOf({
      ...{ ...trees, agreed, rules: await rulesOf(this.contract) },
      resolutions: await resolutionsOf(this.contract.id),
      held: new Set(waiting.map(({ path }) => path)),
      isReleased: row.isReleased,
      newKey: randomUUID,
    })
  }

  /** A plan that somebody wants to see, and not to have carried out. */
  async #show(plan: Plan, { trees }: Read): Promise<void> {
    await this.job.commit(async () => {
      const row = await lockPass(this.contract.id)
      await row.merge({ wantsPlan: false, plan: shownPlan(plan, trees) }).save()
    })
  }

  async #stop(plan: Plan, row: SyncPass): Promise<Again> {
    const { contract, job } = this
    const stop = plan.stop!
    await job.commit(async () => {
      const run = await openRun(contract, row.trigger ?? 'continuous', row.startedBy)
      await stopRun(contract, run, stop)
      await takeTrigger(contract.id)
      await tenantTable('sync_work').where('contract_id', contract.id).delete()
      await noteState(contract.id, { phase: 'stopped', stop })
    })
    return null
  }

  /** What stopped the run is no more. */
  async #goOn(run: SyncRun): Promise<void> {
    await run.merge({ status: 'running', stop: null }).save()
  }

  async #begin(run: SyncRun, { counts }: Plan): Promise<void> {
    const left = counts.created + counts.changed + counts.moved + counts.deleted
    const bytesDone = Number(run.bytesDone)
    const figures = {
      ...{ filesDone: run.filesDone, files: run.filesDone + left },
      ...{ bytesDone, bytes: bytesDone + counts.bytes, skipped: counts.skipped },
    }
    await this.job.commit(async () => {
      await noteState(this.contract.id, { phase: 'syncing', figures })
    })
  }

  async #carryOut(plan: Plan, read: Read, runId: string | null): Promise<CarryOut> {
    const { contract, job } = this
    const { ends, agreed, held, trees } = read
    const hashes = Object.values(ends).flatMap((end) => ('hashes' in end ? [end.hashes] : []))
    const open = new Set<string>()
    const carried = await new CarryOut(
      {
        ...{ job, contract, runId, ends, agreed, held, stale: this.#stale },
        contents: new KnownContents(contract.id, hashes as ReadonlySet<string>[]),
        sizes: sizesOf(trees),
        assertCurrent: () => this.#assertCurrent(),
        conflict: (operation) => {
          open.add(operation.key)
          return job.commit(() => openConflict(contract, operation, trees))
        },
      },
      plan
    ).all()
    await job.commit(async () => {
      await closeOthers(contract, open)
      await replaceSkipped(contract.id, plan.skipped, ends)
    })
    if (carried.hasNewWork) this.#signal(ends)
    return carried
  }

  #signal(ends: Record<SideName, AnyEnd>): void {
    for (const end of Object.values(ends))
      if (end.kind === 'agent') agentSignals.peek()?.signal(end.agentId, this.contract.id)
  }

  async #assertCurrent(): Promise<void> {
    const [row] = await tenantTable<{ revision: number; is_active: unknown; deleted_at: unknown }>(
      'sync_contracts'
    )
      .where('id', this.contract.id)
      .select('revision', 'is_active', 'deleted_at')
    const isSame =
      row?.revision === this.contract.revision && Boolean(row.is_active) && row.deleted_at === null
    if (!isSame) throw new PlanOutdated()
  }

  /** The contract was changed, paused or deleted, or its run was ended by a person. */
  async #outdated(): Promise<Again | 'again'> {
    const fresh = await SyncContract.find(this.contract.id)
    if (!fresh || fresh.deletedAt !== null || !fresh.isActive) return null
    // The next pass begins with the contract as it is now.
    if (fresh.revision !== this.contract.revision) return clock.date()
    const run = await openRunOf(this.contract.id)
    return run?.status === 'running' ? 'again' : null
  }

  /** Nothing is left that could be done now: the run has ended, or it waits. */
  async #end({ plan, read, carried, run }: Ended): Promise<Again> {
    const { contract, job } = this
    const { id } = contract
    const settled = [...read.held.keys()].filter((path) => !isHeld(plan, path))
    const left = [...read.held.values()].filter(({ path }) => !settled.includes(path))
    const again = left.map(({ dueAt }) => dueAt).sort()[0]
    const waits = carried.work.length > 0 ? await this.#waitsFor(read, carried) : undefined
    await job.commit(async () => {
      await noLongerHeld(id, settled)
      await noteFigures(id, { skipped: plan.counts.skipped })
      if (waits !== undefined) return await noteState(id, waits)
      const isDone = left.length === 0
      const lastSyncAt = isDone ? { lastSyncAt: clock.date().toISOString() } : {}
      const row = await lockPass(id)
      await row.merge({ isReleased: false }).save()
      if (isDone) await trust(read.ends)
      if (run) {
        const { conflicts, skipped } = plan.counts
        const counts = { conflicts, skipped, failed: left.length }
        await closeRun(contract, run.id, { status: isDone ? 'completed' : 'partial', counts })
      }
      const message = isDone ? null : failing(left.length, left[0]!)
      await noteState(id, { phase: 'idle', message, ...lastSyncAt, figures: { skipped: plan.counts.skipped } })
    })
    return waits === undefined && again ? new Date(again) : null
  }

  async #waitsFor({ ends }: Read, { work }: CarryOut): Promise<{ phase: 'waiting' | 'syncing'; message: Text | null }> {
    for (const side of new Set(work.map((one) => one.side))) {
      const end = ends[side]
      if (end.kind !== 'agent' || (await end.isOnline())) continue
      const message = text('The desktop agent is offline. The run goes on when it is back.')
      return { phase: 'waiting', message }
    }
    return { phase: 'syncing', message: null }
  }
}

/** Both ends are equal: what is missing from now on was deleted. Not so where an agent has reported since. */
async function trust(ends: Record<SideName, AnyEnd>): Promise<void> {
  for (const { row } of Object.values(ends)) {
    if (row.isTrusted) continue
    const { id, generation } = row
    await tenantTable('sync_sides').where({ id, generation }).update({ is_trusted: true })
  }
}

interface Ended {
  plan: Plan
  read: Read
  carried: CarryOut
  run: SyncRun | null
}

const isHeld = ({ skipped, operations }: Plan, path: string) =>
  skipped.some((one) => one.reason === 'held' && one.path === path) ||
  operations.some((one) => one.path === path)

const failing = (count: number, { path, message }: Held): Text =>
  count === 1
    ? text('"{path}" cannot be synced: {message}', { path, message })
    : text('{count} files cannot be synced, such as "{path}": {message}', { count, path, message })

function sizesOf(trees: Record<SideName, Tree>): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const side of ['source', 'target'] as const)
    for (const { id, size } of trees[side].entries.values()) sizes.set(`${side} ${id}`, size)
  return sizes
}

/** In a context that sees all environments of the tenant: a contract says itself where it works. */
export const everywhere = <T>(work: () => Promise<T>): Promise<T> =>
  inTenant(currentTenantId(), work, { environmentId: null })
