import { randomUUID } from 'node:crypto'
import type { Traits } from '@crossdock/sync-engine/protocol'
import type { SyncDatabase } from './database.js'

export interface EndRow {
  id: number
  real: string
  root: string
  state_id: string
  generation: number
  attempted: number
  acked_seq: number
  last_seq: number
  last_id: number
  is_root_there: number
  traits: string | null
  scanned_at: number
  uncovered: number
}

/** What the agent knows of an end as a whole: its root, and how far the server has heard of it. */
export class EndRecord {
  protected constructor(
    protected readonly database: SyncDatabase,
    protected readonly end: EndRow
  ) {}

  get stateId(): string {
    return this.end.state_id
  }

  /** Of the newest report that the server has acknowledged. */
  get generation(): number {
    return this.end.generation
  }

  /** Of the newest report that was sent; its answer may be lost. */
  get attempted(): number {
    return this.end.attempted
  }

  get lastSeq(): number {
    return this.end.last_seq
  }

  get ackedSeq(): number {
    return this.end.acked_seq
  }

  get isRootThere(): boolean {
    return this.end.is_root_there === 1
  }

  get scannedAt(): number {
    return this.end.scanned_at
  }

  get traits(): Traits | null {
    return this.end.traits === null ? null : (JSON.parse(this.end.traits) as Traits)
  }

  protected save(values: Partial<EndRow> & { seen_at?: number }): void {
    Object.assign(this.end, values)
    const names = Object.keys(values)
    this.database.run(
      `update ends set ${names.map((name) => `${name} = ?`).join(', ')} where id = ?`,
      ...(Object.values(values) as (string | number | null)[]),
      this.end.id
    )
  }

  /** The agent is not sure of its earlier reports: from now on nothing that is missing counts as deleted. */
  renew(): void {
    this.save({ state_id: randomUUID(), generation: 0, attempted: 0 })
  }

  attempt(generation: number): void {
    this.save({ attempted: generation })
  }

  /** A report counts whose answer was lost; what it said is said once more. */
  caughtUp(generation: number): void {
    this.save({ generation })
  }

  scanned(at: number, uncovered: number): void {
    this.save({ scanned_at: at, uncovered })
  }

  /** @returns whether it is another folder than before, although it has the same path */
  rootIs(root: string, traits: Traits): boolean {
    const isOther = this.end.root !== '' && this.end.root !== root
    this.database.atOnce(() => {
      if (isOther) this.renew()
      this.save({ root, traits: JSON.stringify(traits) })
    })
    return isOther
  }

  rootIsThere(isThere: boolean): void {
    if (isThere === this.isRootThere) return
    this.save({ is_root_there: isThere ? 1 : 0, last_seq: this.lastSeq + 1 })
  }

  newId(): string {
    this.end.last_id++
    this.#count()
    return `${this.stateId.slice(0, 8)}${this.end.last_id.toString(36)}`
  }

  protected nextSeq(): number {
    this.end.last_seq++
    this.#count()
    return this.lastSeq
  }

  /** All of it or nothing. */
  atOnce<T>(work: () => T): T {
    if (this.#isCounting) return work()
    this.#isCounting = true
    try {
      return this.database.atOnce(() => {
        const before = [this.end.last_id, this.end.last_seq]
        const result = work()
        const { last_id, last_seq } = this.end
        if (before[0] !== last_id || before[1] !== last_seq) this.save({ last_id, last_seq })
        return result
      })
    } finally {
      this.#isCounting = false
    }
  }

  #isCounting = false

  /** Counters are stored once for all that is stored together. */
  #count(): void {
    const { last_id, last_seq } = this.end
    if (!this.#isCounting) this.save({ last_id, last_seq })
  }
}
