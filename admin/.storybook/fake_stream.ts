import type { FakeRequest } from './fake_api.js'

/** A server that streams events: `'GET /events/stream': stream.answer`. */
export class FakeStream {
  /** The event after which each connection asked to start. */
  asked: (string | null)[] = []
  #open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #sent = 0

  answer = ({ headers, signal }: FakeRequest): Response => {
    const after = headers.get('Last-Event-ID')
    this.asked.push(after)
    const body = new ReadableStream<Uint8Array>({
      start: (feed) => {
        this.#open.add(feed)
        feed.enqueue(bytes(`id: ${after ?? this.#sent}\n\n`))
        signal.addEventListener('abort', () => {
          if (this.#open.delete(feed)) feed.error(signal.reason)
        })
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  }

  get isHeard(): boolean {
    return this.#open.size > 0
  }

  /** Sends events of a type. */
  send(type: string, times = 1) {
    for (let at = 0; at < times; at++) {
      this.#sent += 1
      const text = `id: ${this.#sent}\ndata: ${JSON.stringify({ type })}\n\n`
      for (const feed of this.#open) feed.enqueue(bytes(text))
    }
  }

  /** Closes every connection, as an upgrade of the server does. */
  end() {
    for (const feed of this.#open) feed.close()
    this.#open.clear()
  }

  reset() {
    this.end()
    this.asked = []
    this.#sent = 0
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
