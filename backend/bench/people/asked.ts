import { Pool } from 'undici'
import type { Caller } from '@crossdock/kernel/testing'
import { quantile } from '../statistics.js'

/**
 * Sends GET requests to the paths, one after the other. Returns the 95th percentile of the response times in
 * milliseconds.
 * @throws on an error status
 */
export async function measureP95(
  url: string,
  { headers }: Caller,
  paths: string[]
): Promise<number> {
  const pool = new Pool(url, { connections: 1 })
  const latencies: number[] = []
  for (const path of paths) {
    const begin = performance.now()
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers })
    const text = await body.text()
    latencies.push(performance.now() - begin)
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
  }
  await pool.close()
  return quantile(latencies, 0.95)
}
