import type { FakeRequest } from './fake_api.js'

/** A server that tells what happens: `'GET /events/stream': stream.answer`. */
export class FakeStream {
  /** Behind which event it was asked to begin, each time. */
  asked: (string | null)[] = []
  #open = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #told = 0

  answer = ({ headers, signal }: FakeRequest): Response => {
    const after = headers.get('Last-Event-ID')
    this.asked.push(after)
    const body = new ReadableStream<Uint8Array>({
      start: (feed) => {
        this.#open.add(feed)
        feed.enqueue(bytes(`id: ${after ?? this.#told}\n\n`))
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

  /** Tells of events of a type. */
  tell(type: string, times = 1) {
    for (let at = 0; at < times; at++) {
      this.#told += 1
      const text = `id: ${this.#told}\ndata: ${JSON.stringify({ type })}\n\n`
      for (const feed of this.#open) feed.enqueue(bytes(text))
    }
  }

  /** Ends every connection, as an upgrade would. */
  end() {
    for (const feed of this.#open) feed.close()
    this.#open.clear()
  }

  reset() {
    this.end()
    this.asked = []
    this.#told = 0
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
