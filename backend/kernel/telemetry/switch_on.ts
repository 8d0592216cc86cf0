import { settings } from '../settings/index.js'
import { isTracing } from './traces/wanted.js'

/** Stops what was started. */
type End = () => Promise<void>

/**
 * Starts the tracing and metrics that the operator wants, before the first request. Their libraries are only
 * loaded here, so they use no memory while off.
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
