import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  method: string
  url: string
  headers: Record<string, string | undefined>
  body: Buffer
}

type Answer = (request: Received, response: ServerResponse) => unknown

/** A partner's system: a real HTTP server on loopback that records its requests. */
export class Partner {
  readonly received: Received[] = []
  #answer: Answer = (_, response) => response.end()
  #server = createServer((request, response) => void this.#serve(request, response))

  static async start(): Promise<Partner> {
    const partner = new Partner()
    await new Promise<void>((resolve) => partner.#server.listen(0, '127.0.0.1', resolve))
    return partner
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Sets the answer of the next requests, and forgets earlier requests. */
  answers(answer: Answer): void {
    this.#answer = answer
    this.received.length = 0
  }

  /** Answers JSON with a status. */
  answersJson(body: unknown, status = 200, headers: Record<string, string> = {}): void {
    this.answers((_, response) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    })
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const received = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers as Received['headers'],
      body: Buffer.concat(chunks),
    }
    this.received.push(received)
    await this.#answer(received, response)
  }
}
