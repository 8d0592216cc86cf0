import type { Finding } from './finding.js'
import type { CheckHead, SignedHead } from './head.js'

/** Holds what was signed against the entries that go by. */
export class HeadsCheck {
  readonly #open = new Map<number, SignedHead[]>()
  readonly findings: Finding[] = []
  /** Heads that were held against an entry. */
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

  /** An entry, under the number it was sealed with. */
  passed(seq: number, hash: string): void {
    const heads = this.#open.get(seq)
    if (!heads) return
    this.#open.delete(seq)
    for (const head of heads) {
      if (head.hash === hash) this.confirmed++
      // What comes behind a broken head follows it all the same.
      else if (head.kind !== 'broken') this.findings.push({ kind: 'rewritten', seq })
    }
  }

  /** The chain has ended here. What was signed behind it is gone. */
  ended(seq: number): void {
    const last = Math.max(0, ...this.#open.keys())
    if (last > seq) this.findings.push({ kind: 'cut', seq: seq + 1, to: last })
  }
}
