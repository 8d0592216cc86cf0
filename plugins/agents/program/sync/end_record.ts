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

/** The state of an end as a whole: its root folder, and the last report that the server has received. */
export class EndRecord {
  protected constructor(
    protected readonly database: SyncDatabase,
    protected readonly end: EndRow
  ) {}

  get stateId(): string {
    return this.end.state_id
  }

  /** Generation of the newest report that the server has acknowledged. */
  get generation(): number {
    return this.end.generation
  }

  /** Generation of the newest report that was sent. Its answer may have been lost. */
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

  /** Starts a new state id because earlier reports are uncertain: missing entries no longer count as deleted. */
  renew(): void {
    this.save({ state_id: randomUUID(), generation: 0, attempted: 0 })
  }

  attempt(generation: number): void {
    this.save({ attempted: generation })
  }

  /** Records that the server has received a report whose answer was lost. The report's content is sent again. */
  caughtUp(generation: number): void {
    this.save({ generation })
  }

  scanned(at: number, uncovered: number): void {
    this.save({ scanned_at: at, uncovered })
  }

  /**
   * Stores the root folder.
   * @returns whether another folder is now at the same path
   */
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

  /** Runs work in a transaction. */
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

  /** Stores the counters once per transaction. */
  #count(): void {
    const { last_id, last_seq } = this.end
    if (!this.#isCounting) this.save({ last_id, last_seq })
  }
}
