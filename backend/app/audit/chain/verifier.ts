import { hashOf, origin, stateOfPart, type SealedEntry } from './entry.js'
import { mostFindings, type Finding } from './finding.js'
import { explained, type Failure } from './reordered.js'

/** Where a verification stands; one that goes on later begins with it. */
export interface Place {
  seq: number
  /** null: what came before is not known, so the next entry cannot be held against it. */
  hash: string | null
  /** How much was added to (or taken from) the numbers of those behind something that was put in (or taken out). */
  shift: number
}

/** The kind of event that says that a person was erased. */
export const erasure = 'audit_erased'

export const beginning: Place = { ...origin, shift: 0 }

/** Follows the entries of one chain in their order and says what does not fit. It looks one entry ahead. */
export class ChainVerifier {
  #place: Place
  #waiting: SealedEntry | undefined
  /** Told of already, with the one before it. */
  #swapped: SealedEntry | undefined
  readonly #failures: Failure[] = []
  readonly #findings: Finding[] = []
  /** Entries that were looked at. */
  verified = 0
  /** Entries of which something was erased. */
  erased = 0
  #lastErased = 0
  #lastErasure = 0

  /** @param passed called with each entry, under the number it was sealed with */
  constructor(
    place: Place,
    private readonly passed: (seq: number, hash: string) => void = () => {}
  ) {
    this.#place = place
  }

  push(entry: SealedEntry): void {
    const before = this.#waiting
    this.#waiting = entry
    if (before) this.#check(before, entry)
  }

  /** @returns where it stands, and all that was found */
  end(): { place: Place; findings: Finding[] } {
    if (this.#waiting) this.#check(this.#waiting, undefined)
    this.#waiting = undefined
    const findings = [...this.#findings, ...explained(this.#failures)]
    return { place: this.#place, findings: findings.toSorted((one, other) => one.seq - other.seq) }
  }

  #check(entry: SealedEntry, next: SealedEntry | undefined): void {
    this.verified++
    this.#checkParts(entry)
    if (entry === this.#swapped) return
    const { seq } = this.#place
    if (entry.seq <= origin.seq) return this.#tell({ kind: 'inserted', seq: entry.seq })
    if (entry.seq <= seq) return this.#tell({ kind: 'reordered', seq: entry.seq, to: seq })
    if (entry.seq > seq + 1) {
      this.#tell({ kind: 'missing', seq: seq + 1, to: entry.seq - 1 })
      this.#place = { ...this.#place, hash: null }
    }
    this.#link(entry, next)
  }

  #checkParts(entry: SealedEntry): void {
    const person = stateOfPart(entry.person)
    const details = stateOfPart(entry.details)
    if (person === 'changed') this.#tell({ kind: 'changed', seq: entry.seq, part: 'person' })
    if (details === 'changed') this.#tell({ kind: 'changed', seq: entry.seq, part: 'details' })
    if (entry.eventType === erasure) this.#lastErasure = entry.seq
    if (person !== 'erased' && details !== 'erased') return
    this.erased++
    this.#lastErased = entry.seq
  }

  /**
   * What was erased says so behind it: who erases records that they have. Only that something was is proved by the chain, not
   * how much. @param last the number of the newest entry that says so, as far as that is known from elsewhere
   */
  unaccounted(last = 0): Finding[] {
    const isTold = this.#lastErased <= Math.max(last, this.#lastErasure)
    return isTold ? [] : [{ kind: 'erased', seq: this.#lastErased }]
  }

  #link(entry: SealedEntry, next: SealedEntry | undefined): void {
    const { hash: before, shift } = this.#place
    const follows = (hash: string, one: SealedEntry | undefined, by: number) =>
      one !== undefined && hashOf(hash, one, one.seq + by) === one.hash
    if (before !== null && !follows(before, entry, shift)) {
      const takesItsPlace = follows(before, next, shift - 1)
      if (takesItsPlace && follows(next!.hash, entry, shift + 1)) return this.#swap(entry, next!)
      if (takesItsPlace) {
        // The next one stands where this one does, so this one was put in between.
        this.#tell({ kind: 'inserted', seq: entry.seq })
        this.#place = { ...this.#place, seq: entry.seq, shift: shift - 1 }
        return
      }
      if (follows(entry.hash, next, shift + 1)) {
        this.#tell({ kind: 'missing', seq: entry.seq + shift })
        return this.#pass(entry, shift + 1)
      }
      if (this.#failures.length < mostFindings) this.#failures.push({ entry, before, shift })
    }
    this.#pass(entry, shift)
  }

  /** Two side by side stand in each other's place: what comes next follows the one that was second. */
  #swap(entry: SealedEntry, next: SealedEntry): void {
    this.#tell({ kind: 'reordered', seq: entry.seq, to: next.seq })
    this.#swapped = next
    this.passed(entry.seq + this.#place.shift, next.hash)
    this.passed(next.seq + this.#place.shift, entry.hash)
    this.#place = { ...this.#place, seq: next.seq, hash: entry.hash }
  }

  #pass(entry: SealedEntry, shift: number): void {
    this.#place = { seq: entry.seq, hash: entry.hash, shift }
    this.passed(entry.seq + shift, entry.hash)
  }

  #tell(finding: Finding): void {
    if (this.#findings.length < mostFindings) this.#findings.push(finding)
  }
}
