// onOneDatabase: no database takes part
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { CutPoints } from '../../chunks/cut_points.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'

const MiB = 1024 * 1024
/**
 * Number of bytes before and after the insertion that are cut again. It is larger than the reach of any change
 * seen.
 */
const margin = 5 * MiB

function cutsOf(pieces: Buffer[]): number[] {
  const points = new CutPoints()
  return [...pieces.flatMap((piece) => points.scan(piece)), ...points.end()]
}

/**
 * Returns the number of bytes that are stored again: from the last unchanged cut before the insertion to the
 * first one after it.
 */
function storedAgain(bytes: Buffer, cuts: number[], at: number, inserted: Buffer): number {
  const from = Math.max(at - margin, 0)
  const found = cutsOf([bytes.subarray(from, at), inserted, bytes.subarray(at, at + margin)]).map(
    (cut) => cut + from
  )
  const before = new Set([0, ...cuts])
  const after = new Set(cuts.map((cut) => cut + inserted.length))
  const begin = [0, ...found].findLast((cut) => cut <= at && before.has(cut))
  const end = found.find((cut) => cut >= at + inserted.length && after.has(cut))
  if (begin === undefined || end === undefined) throw new Error(`No common cut after ${at}`)
  return end - begin
}

/** Returns the MiB stored again for several positions in each stream, in ascending order. */
function insertions(inserted: Buffer): number[] {
  const seeds = size({ quick: ['four'], full: ['one', 'two', 'three'] })
  const stored = seeds.flatMap((seed) => {
    const bytes = seededBytes(`resync ${seed}`, 96 * MiB)
    const cuts = cutsOf([bytes])
    const random = seededNumbers(`places ${seed}`)
    const places = Array.from({ length: size({ quick: 20, full: 40 }) }, () => random(bytes.length))
    return places.map((at) => storedAgain(bytes, cuts, at, inserted) / MiB)
  })
  return stored.toSorted((a, b) => a - b)
}

test.group('Resync', () => {
  // Red when the horizon is 768 KiB, or when cuts depend on the one before (FastCDC: P90 of 5.4 MiB).
  test('1 MiB inserted into 96 MiB stores 2.9 MiB at the median and 4 MiB at P90', ({ assert }) => {
    const stored = insertions(seededBytes('inserted', MiB))
    assert.isAtMost(stored[stored.length * 0.5]!, 2.9)
    assert.isAtMost(stored[stored.length * 0.9]!, 4)
    assert.isAtMost(stored.at(-1)!, 6)
  })

  test('one inserted byte stores its chunk again', ({ assert }) => {
    const stored = insertions(Buffer.from('a'))
    assert.isAtMost(stored[stored.length * 0.5]!, 1.2)
    assert.isAtMost(stored[stored.length * 0.9]!, 2)
  })
})
