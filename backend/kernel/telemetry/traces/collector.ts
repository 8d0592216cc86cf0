import type { Logger } from '@adonisjs/core/logger'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { protocolOf } from './wanted.js'

type Result = Parameters<Parameters<SpanExporter['export']>[1]>[0]

/** The exporter of the protocol that is asked for, which reads where to and with which headers by itself. */
export async function exporterFor(environment: NodeJS.ProcessEnv): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocolOf(environment) === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter()
}

/** Says once that the collector does not take what it is sent, and once that it does again. */
export class ToldExporter implements SpanExporter {
  #away = false

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
    // The standard's: 0 is a success.
    const failed = code !== 0
    if (failed === this.#away) return
    this.#away = failed
    if (!failed) return this.logger.info('the collector of traces takes them again')
    const { code: status } = (error ?? {}) as { code?: unknown }
    this.logger.warn(
      { status },
      'the collector of traces cannot be reached or refuses them; they are dropped'
    )
  }
}
