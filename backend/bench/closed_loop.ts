import { quantile } from './statistics.js'

export interface Loop {
  lanes: number
  seconds: number
  work(): Promise<unknown>
}

export interface LoopResult {
  perSecond: number
  p50: number
  p95: number
  p99: number
}

/**
 * Each lane starts again when it is done, for some seconds. Returns the rate and the latencies (ms) of the
 * completed work.
 * @throws when nothing completes
 */
export async function closedLoop({ lanes, seconds, work }: Loop): Promise<LoopResult> {
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  const lane = async () => {
    for (let started = performance.now(); started < end;) {
      await work()
      const done = performance.now()
      // Work that ends after the measured time is not counted, because the rate would be wrong.
      if (done <= end) latencies.push(done - started)
      started = done
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (latencies.length === 0) throw new Error(`No work completed within ${seconds} s.`)
  const at = (share: number) => quantile(latencies, share)
  return {
    perSecond: latencies.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}
