import { createCipheriv, createHash, hash } from 'node:crypto'
import { quantile } from '../statistics.js'
import { answer, options } from './process.js'

/* Cuts seeded bytes into chunks with a given build, or hashes them. */
const MIB = 2 ** 20
const places = 40
/**
 * Length of the tail that is cut again after an insertion. If no chunk matches the original ones by then, the
 * whole tail counts as stored again.
 */
const reach = 24 * MIB

interface CutPoints {
  scan(piece: Buffer): number[]
  end(): number[]
}

const { cutPoints } = options<{ cutPoints?: string }>()
const build: { CutPoints: new () => CutPoints } | undefined = cutPoints && (await import(cutPoints))

function seededBytes(seed: string, length: number): Buffer {
  const key = hash('sha256', seed, 'buffer').subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

/** The ends of the chunks of the concatenated parts. */
function cutsOf(...parts: Buffer[]): number[] {
  const cuts: number[] = []
  const points = new build!.CutPoints()
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 65_536) {
      cuts.push(...points.scan(part.subarray(at, at + 65_536)))
    }
  }
  return [...cuts, ...points.end()]
}

/** Inserts 1 MiB at each of 40 places of 96 MiB, and returns the MiB that must be stored for each. */
function measureInsertions(seed: string): number[] {
  const bytes = seededBytes(seed, 96 * MIB)
  const inserted = seededBytes(`inserted ${seed}`, MIB)
  const cuts = [0, ...cutsOf(bytes)]
  const numbers = seededBytes(`places ${seed}`, 4 * places)
  return Array.from({ length: places }, (_, place) => {
    const at = numbers.readUInt32LE(4 * place) % bytes.length
    // Start at the end of a chunk, so that the chunks before the insertion stay the same.
    const from = cuts.findLast((cut) => cut <= Math.max(at - 4 * MIB, 0))!
    const to = Math.min(at + reach, bytes.length)
    const parts = [bytes.subarray(from, at), inserted, bytes.subarray(at, to)]
    const found = [0, ...cutsOf(...parts)].map((cut) => cut + from)
    const before = found.findLast((cut) => cut <= at && cuts.includes(cut))!
    const behind = found.find((cut) => cut >= at + MIB && cuts.includes(cut - MIB))
    return ((behind ?? to + MIB) - before) / MIB
  })
}

/** MB per second of processor time. */
function rateOf(bytes: Buffer, work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return bytes.length / (user + system)
}

answer<{ seed: string; mebibytes: number }>(async ({ seed, mebibytes }) => {
  const bytes = seededBytes(`rate ${seed}`, mebibytes * MIB)
  if (!build) return { rate: rateOf(bytes, () => createHash('sha256').update(bytes).digest()) }
  const stored = measureInsertions(seed)
  const [median, p90] = [quantile(stored, 0.5), quantile(stored, 0.9)]
  return { median, p90, rate: rateOf(bytes, () => cutsOf(bytes)) }
})
