import { attempt } from '@crossdock/kernel/database'
import {
  agreedChangeOf,
  type AgreedChange,
  type Plan,
  type PlannedOperation,
  type Result,
  type SideName,
} from '@crossdock/sync-engine'
import type { Work } from '@crossdock/sync-engine/protocol'
import { countDone, keepContents, setState } from '../rows/index.js'
import { mostWork, replaceWork, createWork, type NewWork } from './agent_work.js'
import { doneBy, sumOf } from './done.js'
import {
  idOn,
  isChange,
  type AnyEnd,
  type Change,
  type Places,
  type RemoteEnd,
  type StoredEnd,
  type Write,
} from './ends/end.js'
import { keptOf } from './contents.js'
import { hashesIn, type Carrying, type Found } from './carrying.js'
import { Failures } from './failures.js'
import { PlanOutdated } from './pass_stopped.js'
import { renameAgreed } from './rename_agreed.js'
import { keepChanges } from './rows.js'
import { Versions, type Failed } from './versions.js'

/**
 * Number of operations on this database that share a commit, because each commit blocks others for some tens of
 * milliseconds.
 */
const batchSize = 200

/** Number of files that are prepared at a time: each may need a chunk of its content in memory. */
const preparedAtOnce = 8

type StepState = 'done' | 'asked' | 'later'

/** Carries out one plan, except the operations that must wait. */
export class CarryOut {
  /** Number of operations that changed something on the server, or on an external system. */
  changed = 0
  /** Whether the state of an end differed from the plan. */
  isStale = false
  hasNewWork = false
  /** Conflicts whose versions are in the store. `unsettled` contains the keys of the other conflicts. */
  readonly conflicts: Found[] = []
  readonly unsettled = new Set<string>()
  readonly failures: Failures
  readonly #versions: Versions
  readonly #states = new Map<number, StepState>()
  /** Ids of created entries, by side and key. */
  readonly #ids = new Map<string, string>()
  /** Work for agents. */
  readonly work: NewWork[] = []
  /** Keys of the folders that an agent creates in this plan, with the ids of that work. */
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
    await this.#storeWork()
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
    if (!this.#mayBegin(operation, end)) return void this.#states.set(at, 'later')
    if (operation.type === 'read') return this.#read(at, operation.side, operation)
    if (operation.type === 'keep') return this.#keep(at, operation)
    if (operation.type === 'write' && !(await this.#versions.fetchContent(operation))) {
      return void this.#states.set(at, 'later')
    }
    if (end.kind === 'stored') {
      this.#batch.push(at)
      return
    }
    if (!(await this.#versions.keepBefore(operation))) return void this.#states.set(at, 'later')
    if (end.kind === 'agent') return this.#addWork(at, operation)
    await this.#flush()
    await this.#remote(at, operation, end)
  }

  /** Returns whether the preceding operations are done, or were given to the same agent, which works in order. */
  #mayBegin({ after, side }: PlannedOperation & { side: SideName }, end: AnyEnd): boolean {
    return after.every((before) => {
      const state = this.#states.get(before)
      if (state === 'done' || this.#batch.includes(before)) return true
      const operation = this.plan.operations[before]!
      return (
        state === 'asked' && end.kind === 'agent' && 'side' in operation && operation.side === side
      )
    })
  }

  /** Commits the pending changes in one transaction. One change may fail without the others. */
  async #flush(): Promise<void> {
    const batch = this.#batch
    this.#batch = []
    if (batch.length === 0) return
    const prepared = new Map<number, unknown>()
    const prepare = async (at: number) => {
      const operation = this.plan.operations[at]!
      if (!isChange(operation)) return
      const end = this.pass.ends[operation.side] as StoredEnd
      await end.prepare(operation).catch((error: unknown) => prepared.set(at, error))
    }
    for (let at = 0; at < batch.length; at += preparedAtOnce)
      await Promise.all(batch.slice(at, at + preparedAtOnce).map(prepare))
    const failed = new Map<number, unknown>()
    await this.pass.commit(async (contract, run) => {
      failed.clear()
      const changes = new Map<string, AgreedChange>()
      const note = (change: AgreedChange | null) => {
        if (change) changes.set(change.type === 'set' ? change.agreed.key : change.key, change)
      }
      const done: Change[] = []
      const alone = new Set<number>()
      const isReady = (at: number) =>
        !prepared.has(at) && !this.plan.operations[at]!.after.some((before) => failed.has(before))
      for (let first = 0; first < batch.length; first++) {
        const at = batch[first]!
        const operation = this.plan.operations[at]!
        if (!isChange(operation)) {
          note(agreedChangeOf(operation, null, null))
          continue
        }
        const files = alone.has(at) ? [] : this.#newFiles(batch.slice(first), isReady)
        if (files.length > 1) {
          const tried = await attempt(() => this.#applyNew(files))
          if (tried.done) {
            tried.result.forEach(note)
            done.push(...files)
            first += files.length - 1
            continue
          }
          // One of them cannot be written, so write each alone.
          for (const one of batch.slice(first, first + files.length)) alone.add(one)
        }
        const tried = isReady(at)
          ? await attempt(() => this.#apply(operation))
          : ({ done: false, error: prepared.get(at) } as const)
        if (!tried.done) {
          failed.set(at, tried.error)
          continue
        }
        note(tried.result)
        done.push(operation)
      }
      await keepChanges(contract.id, [...changes.values()])
      if (run && done.length > 0) await countDone(run, sumOf(done))
      if (run) await setState(contract, { figures: this.pass.figuresOf(run) })
    })
    await this.#settle(batch, failed)
  }

  async #apply(change: Change): Promise<AgreedChange | null> {
    const end = this.pass.ends[change.side] as StoredEnd
    return this.#note(change, await end.apply(change, this.#places(change.side)))
  }

  /**
   * Returns the new files at the start of a list of operations, up to the first operation of another kind or
   * side.
   */
  #newFiles(batch: readonly number[], isReady: (at: number) => boolean): Write[] {
    const files: Write[] = []
    for (const at of batch) {
      const operation = this.plan.operations[at]!
      const isNew = operation.type === 'write' && operation.expected === null
      if (!isNew || !isReady(at) || (files[0] && files[0].side !== operation.side)) break
      files.push(operation)
    }
    return files
  }

  async #applyNew(files: readonly Write[]): Promise<(AgreedChange | null)[]> {
    const { side } = files[0]!
    const end = this.pass.ends[side] as StoredEnd
    const results = await end.putNew(files, this.#places(side))
    return files.map((file, at) => this.#note(file, results[at]!))
  }

  async #settle(batch: readonly number[], failed: ReadonlyMap<number, unknown>): Promise<void> {
    for (const at of batch) {
      const operation = this.plan.operations[at]!
      const error = failed.get(at)
      if (!failed.has(at)) {
        this.#states.set(at, 'done')
        if (operation.type === 'agree') this.pass.agreed.set(operation.key, operation.agreed)
        else if (operation.type === 'forget') this.pass.agreed.delete(operation.key)
        else this.changed++
        continue
      }
      this.#states.set(at, 'later')
      if (error !== undefined && isChange(operation)) await this.#fail(operation, error)
    }
  }

  async #fail(operation: Failed, error: unknown): Promise<void> {
    const what = await this.failures.take(operation, error)
    if (what === 'stale') this.isStale = true
  }

  /** Updates the agreed state in memory for later steps of the plan. Returns the change for the table. */
  #note(change: Change, result: Result | null): AgreedChange | null {
    const { agreed } = this.pass
    const changed = agreedChangeOf(change, result, agreed.get(change.key) ?? null)
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

  /** Opens a conflict when both versions are in the store. Until then its stored state is kept. */
  async #conflict(
    at: number,
    operation: Extract<PlannedOperation, { type: 'conflict' }>
  ): Promise<void> {
    this.#states.set(at, 'later')
    const { key, path, cause } = operation
    let isWhole = true
    for (const side of ['source', 'target'] as const) {
      const expected = operation[side]
      if (!expected) continue
      const { kind, size = 0 } = this.pass.trees[side].entries.get(expected.id) ?? {}
      const version = { side, expected, hash: expected.hash, size, path, key }
      if (kind === 'file' && (await this.#versions.stored(version)) === null) isWhole = false
    }
    const { source, target } = operation
    if (isWhole) this.conflicts.push({ key, path, cause, ends: { source, target } })
    else this.unsettled.add(key)
  }

  async #read(
    at: number,
    side: SideName,
    { expected, size, path }: Extract<PlannedOperation, { type: 'read' }>
  ): Promise<void> {
    const hash = await this.#versions.fetch({ side, expected, size, path })
    this.#states.set(at, hash === null ? 'later' : 'done')
  }

  async #keep(at: number, keeping: Extract<PlannedOperation, { type: 'keep' }>): Promise<void> {
    const { side, expected, hash, size, reason, path, key } = keeping
    const version = { side, expected, hash, size, path, reason, key }
    this.#states.set(at, (await this.#versions.keep(version)) ? 'done' : 'later')
  }

  #addWork(at: number, change: Change & PlannedOperation): void {
    const { side, path } = change
    const id = `${at}`
    const parent = change.type === 'remove' ? null : this.#places(side).parentOf(change.parentKey)
    this.work.push({ side, path, work: createWork(change, id, parent), then: { change, path } })
    if (change.type === 'makeFolder') this.#making.set(`${side} ${change.key}`, `work:${id}`)
    this.#states.set(at, 'asked')
  }

  async #remote(at: number, change: Change & PlannedOperation, end: RemoteEnd): Promise<void> {
    try {
      const after = await end.apply(change, this.#places(change.side))
      const changed = this.#note(change, after)
      const isMove = change.type === 'move' && after !== null
      await this.pass.commit(async (contract, run) => {
        if (changed) await keepChanges(contract.id, [changed])
        if (isMove) await renameAgreed(contract.id, end.side, change.expected.id, after.id)
        if (run) await countDone(run, doneBy(change))
        if (run) await setState(contract, { figures: this.pass.figuresOf(run) })
      })
      this.changed++
      this.#states.set(at, 'done')
    } catch (error) {
      this.#states.set(at, 'later')
      await this.#fail(change, error)
    }
  }

  /** Stores the work for agents, except files that were sent during this pass: the next plan uses them. */
  async #storeWork(): Promise<void> {
    await this.pass.commit(async (contract, run) => {
      await keepContents(contract, this.#versions.toKeep)
      const some = this.work.slice(0, mostWork)
      const sent = await keptOf(
        contract.id,
        some.flatMap(({ work }) => sentHash(work) ?? [])
      )
      const work = some.filter((one) => !sent.has(sentHash(one.work) ?? ''))
      if (work.length < some.length) this.isStale = true
      this.hasNewWork = await replaceWork(contract.id, run?.id ?? null, work)
    })
  }
}

const sentHash = (work: Work): string | null => (work.type === 'send' ? work.expected.hash : null)
