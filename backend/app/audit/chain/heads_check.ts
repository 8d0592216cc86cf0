import type { Finding } from './finding.js'
import type { CheckHead, SignedHead } from './head.js'

/** Compares signed heads with the entries of a chain. */
export class HeadsCheck {
  readonly #open = new Map<number, SignedHead[]>()
  readonly findings: Finding[] = []
  /** Number of heads that match an entry. */
  confirmed = 0

  constructor(
    heads: readonly SignedHead[],
    private readonly check: CheckHead
  ) {
    for (const head of heads) this.add(head)
  }

  add(head: SignedHead): void {
    const { kind, seq } = head
    this.#open.set(seq, [...(this.#open.get(seq) ?? []), head])
    const state = this.check(head)
    if (state === 'bad') this.findings.push({ kind: 'signature', seq })
    if (state === 'unknown') this.findings.push({ kind: 'unknown_key', seq })
    if (kind === 'broken') this.findings.push({ kind: 'broken', seq })
  }

  /** Compares an entry with the heads signed for its number. @param seq the number it was sealed with */
  compare(seq: number, hash: string): void {
    const heads = this.#open.get(seq)
    if (!heads) return
    this.#open.delete(seq)
    for (const head of heads) {
      if (head.hash === hash) this.confirmed++
      // A `broken` head has the hash of a forged end, which need not match.
      else if (head.kind !== 'broken') this.findings.push({ kind: 'rewritten', seq })
    }
  }

  /** Call this at the end of the chain. Heads signed for later entries prove that the end is missing. */
  finish(seq: number): void {
    const last = Math.max(0, ...this.#open.keys())
    if (last > seq) this.findings.push({ kind: 'cut', seq: seq + 1, to: last })
  }
}
