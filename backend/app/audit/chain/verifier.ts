import { hashOf, origin, stateOfPart, type SealedEntry } from './entry.js'
import { maxFindings, type Finding } from './finding.js'
import { explainFailures, type Failure } from './reordered.js'

/** A position in a chain, from which a verification continues. */
export interface Place {
  seq: number
  /** Hash of the last entry. Null: unknown, so the next entry cannot be checked against it. */
  hash: string | null
  /** What to add to a current number for the sealed number. Changes at inserted and removed entries. */
  shift: number
}

/** Event type that records the erasure of a person. */
export const erasure = 'audit_erased'

export const beginning: Place = { ...origin, shift: 0 }

/** Checks the entries of one chain in their order and reports findings. Looks one entry ahead. */
export class ChainVerifier {
  #place: Place
  #waiting: SealedEntry | undefined
  /** The second entry of a swapped pair, which was reported at the first one. */
  #swapped: SealedEntry | undefined
  readonly #failures: Failure[] = []
  readonly #findings: Finding[] = []
  /** Number of checked entries. */
  verified = 0
  /** Number of entries with an erased part. */
  erased = 0
  #lastErased = 0
  #lastErasure = 0

  /** @param passed called with each entry's sealed number and hash */
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

  /** @returns the position after the last entry, and all findings */
  end(): { place: Place; findings: Finding[] } {
    if (this.#waiting) this.#check(this.#waiting, undefined)
    this.#waiting = undefined
    const findings = [...this.#findings, ...explainFailures(this.#failures)]
    return { place: this.#place, findings: findings.toSorted((one, other) => one.seq - other.seq) }
  }

  #check(entry: SealedEntry, next: SealedEntry | undefined): void {
    this.verified++
    this.#checkParts(entry)
    if (entry === this.#swapped) return
    const { seq } = this.#place
    if (entry.seq <= origin.seq) return this.#report({ kind: 'inserted', seq: entry.seq })
    if (entry.seq <= seq) return this.#report({ kind: 'reordered', seq: entry.seq, to: seq })
    if (entry.seq > seq + 1) {
      this.#report({ kind: 'missing', seq: seq + 1, to: entry.seq - 1 })
      this.#place = { ...this.#place, hash: null }
    }
    this.#link(entry, next)
  }

  #checkParts(entry: SealedEntry): void {
    const person = stateOfPart(entry.person)
    const details = stateOfPart(entry.details)
    if (person === 'changed') this.#report({ kind: 'changed', seq: entry.seq, part: 'person' })
    if (details === 'changed') this.#report({ kind: 'changed', seq: entry.seq, part: 'details' })
    if (entry.eventType === erasure) this.#lastErasure = entry.seq
    if (person !== 'erased' && details !== 'erased') return
    this.erased++
    this.#lastErased = entry.seq
  }

  /**
   * Finds erased parts without a later entry that records an erasure. The chain proves only that something
   * was erased, not how much.
   * @param last number of the newest entry in the chain that records an erasure, if known
   */
  findUnexplainedErasures(last = 0): Finding[] {
    const isRecorded = this.#lastErased <= Math.max(last, this.#lastErasure)
    return isRecorded ? [] : [{ kind: 'erased', seq: this.#lastErased }]
  }

  #link(entry: SealedEntry, next: SealedEntry | undefined): void {
    const { hash: before, shift } = this.#place
    const follows = (hash: string, one: SealedEntry | undefined, by: number) =>
      one !== undefined && hashOf(hash, one, one.seq + by) === one.hash
    if (before !== null && !follows(before, entry, shift)) {
      const takesItsPlace = follows(before, next, shift - 1)
      if (takesItsPlace && follows(next!.hash, entry, shift + 1)) return this.#swap(entry, next!)
      if (takesItsPlace) {
        // The next entry follows the predecessor, so this one was inserted.
        this.#report({ kind: 'inserted', seq: entry.seq })
        this.#place = { ...this.#place, seq: entry.seq, shift: shift - 1 }
        return
      }
      if (follows(entry.hash, next, shift + 1)) {
        this.#report({ kind: 'missing', seq: entry.seq + shift })
        return this.#pass(entry, shift + 1)
      }
      if (this.#failures.length < maxFindings) this.#failures.push({ entry, before, shift })
    }
    this.#pass(entry, shift)
  }

  /** Handles two swapped neighbors. The entry after them follows the first one, which belongs second. */
  #swap(entry: SealedEntry, next: SealedEntry): void {
    this.#report({ kind: 'reordered', seq: entry.seq, to: next.seq })
    this.#swapped = next
    this.passed(entry.seq + this.#place.shift, next.hash)
    this.passed(next.seq + this.#place.shift, entry.hash)
    this.#place = { ...this.#place, seq: next.seq, hash: entry.hash }
  }

  #pass(entry: SealedEntry, shift: number): void {
    this.#place = { seq: entry.seq, hash: entry.hash, shift }
    this.passed(entry.seq + shift, entry.hash)
  }

  #report(finding: Finding): void {
    if (this.#findings.length < maxFindings) this.#findings.push(finding)
  }
}
