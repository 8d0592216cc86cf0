import autocannon from 'autocannon'

export interface Load {
  perSecond: number
  p50: number
  p99: number
}

/** Requests per second and latencies (ms) at concurrency 10 for a few seconds; fails on any non-2xx. */
export async function load(
  options: Pick<autocannon.Options, 'url' | 'method' | 'headers' | 'body' | 'setupClient'>
): Promise<Load> {
  const result = await autocannon({ connections: 10, duration: 4, ...options })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${options.url}: ${result.non2xx} refused, ${result.errors} failed`)
  }
  return {
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** Runs both in turn, `rounds` times, and returns the medians: what drifts on the machine hits both. */
export async function paired(
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
  rounds = 3
): Promise<{ ours: number; yardstick: number; ratio: number }> {
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round++) pairs.push([await ours(), await yardstick()])
  return {
    ours: median(pairs.map(([a]) => a)),
    yardstick: median(pairs.map(([, b]) => b)),
    ratio: median(pairs.map(([a, b]) => a / b)),
  }
}
