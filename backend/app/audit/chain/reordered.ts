import { hashOf, type SealedEntry } from './entry.js'
import type { Finding } from './finding.js'

/** An entry that does not follow its predecessor. */
export interface Failure {
  entry: SealedEntry
  /** The hash of the preceding entry in the table. */
  before: string
  shift: number
}

const fitsInPlace = (before: string, entry: SealedEntry, seq: number, hash: string) =>
  hashOf(before, entry, seq) === hash

/**
 * Explains failures: two entries that fit in each other's places were swapped; all others were changed. The
 * verifier itself finds swapped neighbors.
 */
export function explainFailures(failures: readonly Failure[]): Finding[] {
  const left = new Set(failures)
  const findings: Finding[] = []
  for (const one of failures) {
    for (const other of left) {
      if (one === other || !left.has(one) || other.entry.seq < one.entry.seq) continue
      if (!areSwapped(one, other)) continue
      findings.push({ kind: 'reordered', seq: one.entry.seq, to: other.entry.seq })
      left.delete(one)
      left.delete(other)
      for (const follower of left) if (isFallout(follower, one, other)) left.delete(follower)
    }
  }
  for (const { entry } of left) findings.push({ kind: 'changed', seq: entry.seq })
  return findings
}

function areSwapped(one: Failure, other: Failure): boolean {
  const [first, second] = [one.entry, other.entry]
  const atFirst = first.seq + one.shift
  const atSecond = second.seq + other.shift
  // Swapped together with their hashes.
  const whole =
    fitsInPlace(one.before, second, atFirst, second.hash) &&
    fitsInPlace(other.before, first, atSecond, first.hash)
  // Or swapped without their hashes.
  return (
    whole ||
    (fitsInPlace(one.before, second, atFirst, first.hash) &&
      fitsInPlace(other.before, first, atSecond, second.hash))
  )
}

/** Whether an entry failed only because its predecessor was swapped. */
function isFallout({ entry, shift }: Failure, one: Failure, other: Failure): boolean {
  const seq = entry.seq + shift
  if (entry.seq === one.entry.seq + 1) return fitsInPlace(other.entry.hash, entry, seq, entry.hash)
  if (entry.seq === other.entry.seq + 1) return fitsInPlace(one.entry.hash, entry, seq, entry.hash)
  return false
}
