import { attempt } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import {
  applied,
  type Agreed,
  type AgreedChange,
  type Expected,
  type Plan,
  type PlannedOperation,
  type Result,
  type SideName,
} from '@crossdock/sync-engine'
import type { SyncContract } from '../models/sync_contract.js'
import { mostWork, replaceWork, workFor, type NewWork } from './agent_work.js'
import { keep, type KnownContents } from './contents.js'
import { doneBy } from './done.js'
import {
  idOn,
  isChange,
  type AnyEnd,
  type Change,
  type Places,
  type RemoteEnd,
  type StoredEnd,
} from './ends/end.js'
import { Failures } from './failures.js'
import { PlanOutdated } from './pass_stopped.js'
import { renameAgreed } from './rename_agreed.js'
import { keepChanges, type Held } from './rows.js'
import { addToRun, type Done } from './run_record.js'
import { Versions, type Failed } from './versions.js'

/** Operations on this database that share a commit: others wait for it some tens of milliseconds. */
const batchSize = 100

type Fate = 'done' | 'asked' | 'later'

export interface Carrying {
  job: RunningJob
  contract: SyncContract
  /** Null where nothing is to be changed. */
  runId: string | null
  ends: Record<SideName, AnyEnd>
  agreed: Map<string, Agreed>
  held: Map<string, Held>
  contents: KnownContents
  /** Bytes of entries, by side and id. */
  sizes: ReadonlyMap<string, number>
  /** How often an end was found other than planned, by path. */
  stale: Map<string, number>
  /** Asks whether the contract is still the one that was planned for, in a transaction. @throws PlanOutdated */
  assertCurrent(): Promise<void>
  /** Opens or refreshes a conflict, and says which contents have to be kept for it. */
  conflict(
    operation: Extract<PlannedOperation, { type: 'conflict' }>
  ): Promise<{ conflictId: string; versions: { side: SideName; expected: Expected }[] }>
}

/** Carries out one plan as far as it can be now. */
export class CarryOut {
  /** Operations that changed something on the server, or on an external system. */
  changed = 0
  /** Whether an end was found other than it was planned for. */
  isStale = false
  hasNewWork = false
  readonly failures: Failures
  readonly #versions: Versions
  readonly #fates = new Map<number, Fate>()
  /** Of what was made, by side and key. */
  readonly #ids = new Map<string, string>()
  /** What agents have to do. */
  readonly work: NewWork[] = []
  /** Keys of folders that an agent makes in this plan, by the id of that work. */
  readonly #making = new Map<string, string>()
  #batch: number[] = []

  constructor(
    private readonly pass: Carrying,
    private readonly plan: Plan
  ) {
    this.failures = new Failures(pass)
    this.#versions = new Versions(pass, this.work, {
      flush: () => this.#flush(),
      failed: (operation, error) => this.#fail(operation, error),
      fetched: () => void this.changed++,
    })
  }

  async all(): Promise<this> {
    await this.pass.contents.lookUp(hashesIn(this.plan.operations))
    for (const [at, operation] of this.plan.operations.entries()) {
      this.pass.job.signal.throwIfAborted()
      if (this.#batch.length >= batchSize) await this.#flush()
      await this.#one(at, operation)
    }
    await this.#flush()
    await this.#hand()
    return this
  }

  async #one(at: number, operation: PlannedOperation): Promise<void> {
    if (operation.type === 'agree' || operation.type === 'forget') {
      this.#batch.push(at)
      return
    }
    if (operation.type === 'conflict') return this.#conflict(at, operation)
    const end = this.pass.ends[operation.side]
    const isInBatch = operation.after.some((before) => this.#batch.includes(before))
    if (isInBatch && !(end.kind === 'stored' && isChange(operation))) await this.#flush()
    if (!this.#mayBegin(operation, end)) return void this.#fates.set(at, 'later')
    if (operation.type === 'read') return this.#read(at, operation.side, operation)
    if (operation.type === 'keep') return this.#keep(at, operation)
    if (operation.type === 'write' && !(await this.#versions.bring(operation))) {
      return void this.#fates.set(at, 'later')
    }
    if (end.kind === 'stored') {
      this.#batch.push(at)
      return
    }
    if (!(await this.#versions.keepBefore(operation))) return void this.#fates.set(at, 'later')
    if (end.kind === 'agent') return this.#ask(at, operation)
    await this.#flush()
    await this.#remote(at, operation, end)
  }

  /** An agent does what it is given in order, so its own work may stand before. */
  #mayBegin({ after, side }: PlannedOperation & { side: SideName }, end: AnyEnd): boolean {
    return after.every((before) => {
      const fate = this.#fates.get(before)
      if (fate === 'done' || this.#batch.includes(before)) return true
      const operation = this.plan.operations[before]!
      return (
        fate === 'asked' && end.kind === 'agent' && 'side' in operation && operation.side === side
      )
    })
  }

  /** Carries out what waits for a commit: all of it in one, each so that it may fail alone. */
  async #flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    if (batch.length === 0) return
    const prepared = new Map<number, unknown>()
    for (const at of batch) {
      const operation = this.plan.operations[at]!
      if (!isChange(operation)) continue
      const end = this.pass.ends[operation.side] as StoredEnd
      await end.prepare(operation).catch((error: unknown) => prepared.set(at, error))
    }
    const { job, contract, runId } = this.pass
    const failed = new Map<number, unknown>()
    await job.commit(
      async () => {
        failed.clear()
        await this.pass.assertCurrent()
        const changes = new Map<string, AgreedChange>()
        const note = (change: AgreedChange | null) => {
          if (change) changes.set(change.type === 'set' ? change.agreed.key : change.key, change)
        }
        const done: Done[] = []
        for (const at of batch) {
          const operation = this.plan.operations[at]!
          if (!isChange(operation)) note(applied(operation, null, null))
          else {
            const isReady = this.#isReady(operation, failed, prepared.has(at))
            const tried = isReady
              ? await attempt(() => this.#apply(operation))
              : ({ done: false, error: prepared.get(at) } as const)
            if (!tried.done) {
              failed.set(at, tried.error)
              continue
            }
            note(tried.result)
            done.push(doneBy(operation))
          }
        }
        await keepChanges(contract.id, [...changes.values()])
        if (done.length > 0 && !(await addToRun(runId!, done))) throw new PlanOutdated()
      },
      { progress: true }
    )
    await this.#settle(batch, failed)
  }

  #isReady(operation: PlannedOperation, failed: ReadonlyMap<number, unknown>, isBroken: boolean) {
    return !isBroken && !operation.after.some((before) => failed.has(before))
  }

  async #apply(change: Change): Promise<AgreedChange | null> {
    const end = this.pass.ends[change.side] as StoredEnd
    return this.#note(change, await end.apply(change, this.#places(change.side)))
  }

  async #settle(batch: readonly number[], failed: ReadonlyMap<number, unknown>): Promise<void> {
    for (const at of batch) {
      const operation = this.plan.operations[at]!
      const error = failed.get(at)
      if (!failed.has(at)) {
        this.#fates.set(at, 'done')
        if (operation.type === 'agree') this.pass.agreed.set(operation.key, operation.agreed)
        else if (operation.type === 'forget') this.pass.agreed.delete(operation.key)
        else this.changed++
        continue
      }
      this.#fates.set(at, 'later')
      if (error !== undefined && isChange(operation)) await this.#fail(operation, error)
    }
  }

  async #fail(operation: Failed, error: unknown): Promise<void> {
    const what = await this.failures.take(operation, error)
    if (what === 'stale') this.isStale = true
  }

  /** What both ends agree on behind a change, for the table and for what comes behind it in the plan. */
  #note(change: Change, result: Result | null): AgreedChange | null {
    const { agreed } = this.pass
    const changed = applied(change, result, agreed.get(change.key) ?? null)
    if (result) this.#ids.set(`${change.side} ${change.key}`, result.id)
    if (changed?.type === 'set') agreed.set(changed.agreed.key, changed.agreed)
    else if (changed) agreed.delete(changed.key)
    return changed
  }

  #places(side: SideName): Places {
    return {
      parentOf: (key) => {
        if (key === null) return null
        const made = this.#ids.get(`${side} ${key}`)
        const agreed = this.pass.agreed.get(key)
        const making = this.#making.get(`${side} ${key}`)
        const id = made ?? (agreed ? idOn(agreed, side) : undefined) ?? making
        if (id === undefined) throw new PlanOutdated()
        return id
      },
    }
  }

  async #conflict(
    at: number,
    operation: Extract<PlannedOperation, { type: 'conflict' }>
  ): Promise<void> {
    await this.#flush()
    const { conflictId, versions } = await this.pass.conflict(operation)
    this.#fates.set(at, 'later')
    for (const { side, expected } of versions) {
      const size = this.pass.sizes.get(`${side} ${expected.id}`) ?? 0
      const { path, key } = operation
      const version = { side, expected, hash: expected.hash, size, path, conflictId, key }
      await this.#versions.keep({ ...version, reason: 'conflict' })
    }
  }

  async #read(
    at: number,
    side: SideName,
    { expected, size, path }: Extract<PlannedOperation, { type: 'read' }>
  ): Promise<void> {
    const hash = await this.#versions.fetch({ side, expected, size, path })
    this.#fates.set(at, hash === null ? 'later' : 'done')
  }

  async #keep(at: number, keeping: Extract<PlannedOperation, { type: 'keep' }>): Promise<void> {
    const { side, expected, hash, size, reason, path, key } = keeping
    const version = { side, expected, hash, size, path, reason, key }
    this.#fates.set(at, (await this.#versions.keep(version)) ? 'done' : 'later')
  }

  #ask(at: number, change: Change & PlannedOperation): void {
    const { side, path } = change
    const id = `${at}`
    const parent = change.type === 'remove' ? null : this.#places(side).parentOf(change.parentKey)
    this.work.push({ side, path, work: workFor(change, id, parent), then: { change, path } })
    if (change.type === 'makeFolder') this.#making.set(`${side} ${change.key}`, `work:${id}`)
    this.#fates.set(at, 'asked')
  }

  async #remote(at: number, change: Change & PlannedOperation, end: RemoteEnd): Promise<void> {
    const { contract, job, runId } = this.pass
    try {
      const after = await end.apply(change, this.#places(change.side))
      const changed = this.#note(change, after)
      const isMove = change.type === 'move' && after !== null
      await job.commit(
        async () => {
          if (changed) await keepChanges(contract.id, [changed])
          if (isMove) await renameAgreed(contract.id, end.side, change.expected.id, after.id)
          await addToRun(runId!, [doneBy(change)])
        },
        { progress: true }
      )
      this.changed++
      this.#fates.set(at, 'done')
    } catch (error) {
      this.#fates.set(at, 'later')
      await this.#fail(change, error)
    }
  }

  /** Hands agents what is theirs to do. */
  async #hand(): Promise<void> {
    const { job, contract, runId } = this.pass
    await job.commit(async () => {
      await this.pass.assertCurrent()
      await keep(contract, this.#versions.toKeep)
      this.hasNewWork = await replaceWork(contract.id, runId, this.work.slice(0, mostWork))
    })
  }

}

function* hashesIn(operations: readonly PlannedOperation[]): Generator<string> {
  for (const operation of operations) {
    if ('hash' in operation && operation.hash) yield operation.hash
    for (const name of ['expected', 'from', 'source', 'target'] as const) {
      const expected = (operation as Partial<Record<typeof name, Expected | null>>)[name]
      if (expected?.hash) yield expected.hash
    }
  }
}
