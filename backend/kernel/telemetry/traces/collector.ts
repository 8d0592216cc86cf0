import type { Logger } from '@adonisjs/core/logger'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { protocolOf } from './wanted.js'

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0]

/** The exporter of the chosen protocol. It reads the endpoint and the headers from the environment itself. */
export async function exporterFor(environment: NodeJS.ProcessEnv): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocolOf(environment) === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

/** Logs once when the collector does not accept spans, and once when it does again. */
export class LoggingExporter implements SpanExporter {
  #isFailing = false

  constructor(
    private readonly exporter: SpanExporter,
    private readonly logger: Logger
  ) {}

  export(spans: ReadableSpan[], done: (result: Result) => void): void {
    this.exporter.export(spans, (result) => {
      this.#note(result)
      done(result)
    })
  }

  forceFlush(): Promise<void> {
    return this.exporter.forceFlush?.() ?? Promise.resolve()
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown()
  }

  #note({ code, error }: Result): void {
    // In OpenTelemetry 0 means success.
    const failed = code !== 0
    if (failed === this.#isFailing) return
    this.#isFailing = failed
    if (!failed) return this.logger.info('the trace collector accepts spans again')
    const { code: status } = (error ?? {}) as { code?: unknown }
    this.logger.warn(
      { status },
      'the trace collector cannot be reached or refuses spans; they are dropped'
    )
  }
}
