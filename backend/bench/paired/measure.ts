import type { Figures, Side } from './line.js'

export interface Measured {
  ours: Figures[]
  /** Figures of the other side for the same pairs. Empty without another side. */
  theirs: Figures[]
  busiest: Busiest
}

/** The maximum share of time the load generator was busy, per side. */
export interface Busiest {
  ours: number
  theirs: number
}

/**
 * Measures two sides in turn, after one discarded warm-up measurement each (unless all are fresh). The order
 * changes from pair to pair, so that drift of the machine affects both equally.
 */
export async function measureInPairs(
  ours: Side,
  theirs: Side | undefined,
  { pairs, fresh = false }: { pairs: number; fresh?: boolean }
): Promise<Measured> {
  const measured: Measured = { ours: [], theirs: [], busiest: { ours: 0, theirs: 0 } }
  const once = async (side: Side): Promise<Figures> => {
    const before = performance.eventLoopUtilization()
    const figures = await side.measure()
    const { utilization } = performance.eventLoopUtilization(before)
    if (side.busyPoll) return figures
    const key = side === ours ? 'ours' : 'theirs'
    measured.busiest[key] = Math.max(measured.busiest[key], utilization)
    return figures
  }
  if (!fresh) {
    await once(ours)
    if (theirs) await once(theirs)
  }
  // The first measurement includes one-time work.
  measured.busiest = { ours: 0, theirs: 0 }
  for (let pair = 0; pair < pairs; pair++) {
    const steps = [
      async () => measured.ours.push(await once(ours)),
      async () => theirs && measured.theirs.push(await once(theirs)),
    ]
    for (const step of pair % 2 === 0 ? steps : steps.reverse()) await step()
  }
  return measured
}
