import { hashOf, type SealedEntry } from './entry.js'
import type { Finding } from './finding.js'

/** An entry that does not follow the one before it. */
export interface Failure {
  entry: SealedEntry
  /** The hash that stands before it. */
  before: string
  shift: number
}

const fits = (before: string, entry: SealedEntry, seq: number, hash: string) =>
  hashOf(before, entry, seq) === hash

/** What the failures are: two that fit in each other's places were swapped; all others were changed. Two side by side have been found already. */
export function explained(failures: readonly Failure[]): Finding[] {
  const left = new Set(failures)
  const findings: Finding[] = []
  for (const one of failures) {
    for (const other of left) {
      if (one === other || !left.has(one) || other.entry.seq < one.entry.seq) continue
      if (!areSwapped(one, other)) continue
      findings.push({ kind: 'reordered', seq: one.entry.seq, to: other.entry.seq })
      left.delete(one)
      left.delete(other)
      for (const behind of left) if (isFallout(behind, one, other)) left.delete(behind)
    }
  }
  for (const { entry } of left) findings.push({ kind: 'changed', seq: entry.seq })
  return findings
}

function areSwapped(one: Failure, other: Failure): boolean {
  const [first, second] = [one.entry, other.entry]
  const atFirst = first.seq + one.shift
  const atSecond = second.seq + other.shift
  // With their hashes.
  const whole =
    fits(one.before, second, atFirst, second.hash) &&
    fits(other.before, first, atSecond, first.hash)
  // Their hashes stayed where they were.
  return (
    whole ||
    (fits(one.before, second, atFirst, first.hash) &&
      fits(other.before, first, atSecond, second.hash))
  )
}

/** Whether an entry fails only because another one stands before it than was there. */
function isFallout({ entry, shift }: Failure, one: Failure, other: Failure): boolean {
  const seq = entry.seq + shift
  if (entry.seq === one.entry.seq + 1) return fits(other.entry.hash, entry, seq, entry.hash)
  if (entry.seq === other.entry.seq + 1) return fits(one.entry.hash, entry, seq, entry.hash)
  return false
}
