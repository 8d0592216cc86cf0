import autocannon from 'autocannon'

export { median } from './statistics.js'

export interface Load {
  perSecond: number
  p50: number
  p99: number
}

type Options = Pick<
  autocannon.Options,
  'url' | 'method' | 'headers' | 'body' | 'setupClient' | 'connections' | 'duration'
>

/** Requests per second and latencies (ms) at concurrency 10 for a few seconds. Fails on any non-2xx status. */
export async function load(options: Options): Promise<Load> {
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
