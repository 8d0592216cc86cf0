import { setTimeout as delay } from 'node:timers/promises'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { tracePlace } from '../../ground/log_facts.js'
import { logger } from '../../ground/logger.js'
import { productVersion } from '../../ground/version.js'
import { settings } from '../../settings/index.js'
import { exporterFor, LoggingExporter } from './collector.js'
import { samplerOf } from './sampling.js'
import { traceAll } from './spans.js'
import { Spans } from './tracer.js'
import { problemsOf } from './wanted.js'

/** Longest delay of the process end by an unreachable collector. */
const maxEndMs = 3_000

/**
 * Sends the events of the current application as spans, configured by the standard variables of OpenTelemetry.
 * Spans wait in a bounded queue and are dropped when it is full, so that no work waits for the collector.
 * @returns a function that stops tracing
 */
export async function startTraces(environment: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const log = logger.use()
  for (const problem of problemsOf(environment)) log.warn(problem)
  const exporter = new LoggingExporter(await exporterFor(environment), log)
  const provider = new TracerProvider({
    sampler: samplerOf(environment),
    resource: describeProcess(),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batchOptions(environment) })],
  })
  const spans = new Spans(provider.getTracer('crossdock', productVersion()))
  traceAll(spans)
  tracePlace.provide(() => {
    const place = spans.now?.spanContext()
    return place && { traceId: place.traceId, spanId: place.spanId }
  })
  return async () => {
    spans.end()
    const sent = provider.shutdown().catch(() => undefined)
    await Promise.race([sent, delay(maxEndMs, undefined, { ref: false })])
  }
}

/** Describes this process. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
function describeProcess() {
  const own = resourceFromAttributes({
    'service.name': 'crossdock',
    'service.version': productVersion(),
    'crossdock.role': settings.use().ROLE,
    'process.pid': process.pid,
  })
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }))
}

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/#batch-span-processor */
function batchOptions(environment: NodeJS.ProcessEnv) {
  const number = (name: string) => {
    const value = Number(environment[name]?.trim() || NaN)
    return Number.isInteger(value) && value > 0 ? value : undefined
  }
  const maxQueueSize = number('OTEL_BSP_MAX_QUEUE_SIZE') ?? 2_048
  return {
    scheduledDelayMillis: number('OTEL_BSP_SCHEDULE_DELAY') ?? 5_000,
    exportTimeoutMillis: number('OTEL_BSP_EXPORT_TIMEOUT') ?? 30_000,
    maxQueueSize,
    maxExportBatchSize: Math.min(maxQueueSize, number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE') ?? 512),
  }
}
