import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span in OTLP's JSON form. */
export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  status: { code?: number }
}

interface Attribute {
  key: string
  value: Record<string, unknown>
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: (Omit<SentSpan, 'attributes'> & { attributes: Attribute[] })[] }[]
  }[]
}

/** An OpenTelemetry collector that accepts OTLP over HTTP as JSON. */
export class Collector {
  readonly spans: SentSpan[] = []
  /** Everything it received, unchanged. */
  readonly texts: string[] = []
  readonly headers: IncomingMessage['headers'][] = []
  resource: Record<string, unknown> = {}
  /** Accepts requests and never answers them. */
  hangs = false
  readonly #server: Server = createServer((request, response) => void this.#take(request, response))

  static async start(): Promise<Collector> {
    const collector = new Collector()
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    this.headers.push(request.headers)
    this.texts.push(text)
    if (this.hangs) return
    if (request.headers['content-type'] === 'application/json') this.#read(JSON.parse(text))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }

  #read({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = valuesOf(resource.attributes)
      for (const { spans } of scopeSpans) {
        for (const span of spans) {
          this.spans.push({ ...span, attributes: valuesOf(span.attributes) })
        }
      }
    }
  }
}

const valuesOf = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))
