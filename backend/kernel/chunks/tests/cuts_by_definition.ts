import { hash } from 'node:crypto'
import { HORIZON, MAX_CHUNK } from '../cut_points.js'

interface Candidate {
  position: number
  gear: number
}

/** The cuts as defined in `docs/chunking.md`, without optimization. */
export function cutsByDefinition(bytes: Uint8Array): number[] {
  const candidates = candidatesOf(bytes)
  const cuts: number[] = []
  let last = 0
  while (last < bytes.length) {
    const next = candidates.find(
      (each) =>
        each.position > last + HORIZON &&
        each.position + HORIZON <= bytes.length &&
        candidates
          .filter(({ position }) => Math.abs(position - each.position) <= HORIZON)
          .every(({ gear }) => each.gear >= gear)
    )
    last = Math.min(next?.position ?? bytes.length, last + MAX_CHUNK, bytes.length)
    cuts.push(last)
  }
  return cuts
}

function candidatesOf(bytes: Uint8Array): Candidate[] {
  const words = Array.from({ length: 256 }, (_, byte) =>
    hash('sha256', `crossdock gear ${byte}`, 'buffer').readUInt32LE(0)
  )
  const candidates: Candidate[] = []
  let gear = 0
  bytes.forEach((byte, index) => {
    gear = (2 * gear + words[byte]!) % 2 ** 32
    if (gear >= 0x7ffc0000 && gear < 0x80000000) candidates.push({ position: index + 1, gear })
  })
  return candidates
}
