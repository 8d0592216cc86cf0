import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '@crossdock/backend/testing'

/** A request as the receiver got it. */
export interface Received {
  id: string
  headers: Record<string, string>
  body: string
  message: {
    type: string
    timestamp: string
    id: string
    target: { type: string; id: string } | null
    tenantId: string
    environmentId: string
    data: Record<string, unknown>
  }
}

type Answer = (response: ServerResponse, received: Received, number: number) => void

/** A receiver for tests: records requests, and answers as configured. */
export class Receiver {
  readonly received: Received[] = []
  /** Answers 204 by default. */
  answer: Answer = (response) => void response.writeHead(204).end()
  url = ''
  readonly #server = createServer((request, response) => void this.#take(request, response))

  static async start(): Promise<Receiver> {
    const receiver = new Receiver()
    const port = await freePort()
    await new Promise<void>((done) => receiver.#server.listen(port, '127.0.0.1', done))
    receiver.url = `http://127.0.0.1:${port}/hook`
    return receiver
  }

  /** Answers with the statuses in turn; the last one repeats. */
  answers(...statuses: number[]): void {
    let at = 0
    this.answer = (response) => {
      const status = statuses[Math.min(at++, statuses.length - 1)]!
      response.writeHead(status).end(`answer ${status}`)
    }
  }

  /** How often each message arrived, by its id. */
  get counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const { id } of this.received) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    const received = {
      id: headers['webhook-id'] ?? '',
      headers,
      body,
      message: JSON.parse(body) as Received['message'],
    }
    this.received.push(received)
    this.answer(response, received, this.received.length)
  }
}
