import { settings } from '../settings/index.js'
import { isTracing } from './traces/wanted.js'

/** Ends what was switched on. */
type End = () => Promise<void>

/**
 * Switches on what the operator wants measured, before the first request. What it takes is loaded here and nowhere else:
 * switched off, nothing of it is in memory.
 */
export async function switchOn(environment: NodeJS.ProcessEnv): Promise<End> {
  const ends: End[] = []
  if (isTracing(environment)) {
    const { startTraces } = await import('./traces/start.js')
    ends.push(await startTraces(environment))
  }
  const { METRICS_TOKEN, METRICS_PORT, METRICS_HOST } = settings.use()
  if (METRICS_TOKEN || METRICS_PORT) {
    const { Metrics, metrics } = await import('./metrics/metrics.js')
    const opened = await Metrics.open()
    metrics.provide(opened)
    ends.push(async () => opened.end())
    if (METRICS_PORT) {
      const { listenForScrapers } = await import('./metrics/listener.js')
      const place = { host: METRICS_HOST, port: METRICS_PORT, token: METRICS_TOKEN }
      ends.push(await listenForScrapers(opened, place))
    }
  }
  return async () => {
    await Promise.all(ends.map((end) => end()))
  }
}
