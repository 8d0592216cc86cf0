import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from './statistics.js'

/**
 * Starts a fixed number per second, whether earlier ones are done or not. Latencies (ms) count from the due
 * time, so a stalled server does not reduce the load.
 */
export async function openLoop({
  rate,
  seconds,
  work,
}: {
  rate: number
  seconds: number
  work(): Promise<unknown>
}): Promise<{ p50: number; p99: number; latencies: number[] }> {
  const latencies: number[] = []
  const one = async (due: number) => {
    await work()
    latencies.push(performance.now() - due)
  }
  const count = Math.max(1, Math.round(rate * seconds))
  const begin = performance.now()
  const begun: Promise<void>[] = []
  while (begun.length < count) {
    const due = begin + (begun.length * 1000) / rate
    if (due > performance.now()) await delay(1)
    else begun.push(one(due))
  }
  await Promise.all(begun)
  return { p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99), latencies }
}
