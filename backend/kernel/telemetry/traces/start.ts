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
import { exporterFor, ToldExporter } from './collector.js'
import { samplerOf } from './sampling.js'
import { tellAll } from './spans.js'
import { Spans } from './tracer.js'
import { problemsOf } from './wanted.js'

/** A collector that is away keeps a process that ends no longer than this. */
const longestEndMs = 3_000

/**
 * Sends what happens in the current application as spans, by the standard variables of OpenTelemetry. Spans wait in a
 * queue of bounded length, and are dropped when it is full: nobody waits for the collector.
 * @returns ends it
 */
export async function startTraces(environment: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const log = logger.use()
  for (const problem of problemsOf(environment)) log.warn(problem)
  const exporter = new ToldExporter(await exporterFor(environment), log)
  const provider = new TracerProvider({
    sampler: samplerOf(environment),
    resource: resourceOf(),
    spanProcessors: [new BatchSpanProcessor({ exporter, ...batches(environment) })],
  })
  const spans = new Spans(provider.getTracer('crossdock', productVersion()))
  tellAll(spans)
  tracePlace.provide(() => {
    const place = spans.now?.spanContext()
    return place && { traceId: place.traceId, spanId: place.spanId }
  })
  return async () => {
    spans.end()
    const sent = provider.shutdown().catch(() => undefined)
    await Promise.race([sent, delay(longestEndMs, undefined, { ref: false })])
  }
}

/** Who tells. What the operator says by OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES comes last. */
function resourceOf() {
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
function batches(environment: NodeJS.ProcessEnv) {
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
