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

/** Each lane begins anew when it is done, for some seconds; rate and latencies (ms) of what was done by then. @throws when that is nothing */
export async function closedLoop({ lanes, seconds, work }: Loop): Promise<LoopResult> {
  const latencies: number[] = []
  const begin = performance.now()
  const end = begin + seconds * 1000
  const lane = async () => {
    for (let started = performance.now(); started < end;) {
      await work()
      const done = performance.now()
      // What ends later than the others are counted would count for too short a time.
      if (done <= end) latencies.push(done - started)
      started = done
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (latencies.length === 0) throw new Error(`Nothing was done within ${seconds} s.`)
  const at = (share: number) => quantile(latencies, share)
  return {
    perSecond: latencies.length / seconds,
    ...{ p50: at(0.5), p95: at(0.95), p99: at(0.99) },
  }
}
