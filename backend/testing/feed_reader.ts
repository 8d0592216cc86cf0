import { until, type Caller } from '@crossdock/kernel/testing'

/** A received message of a feed. */
export interface Received<Data = Record<string, unknown>> {
  id: string | undefined
  event: string
  data: Data
}

/** Reads a feed (Server-Sent Events) like a browser, but without reconnecting. */
export class FeedReader<Data = Record<string, unknown>> {
  readonly messages: Received<Data>[] = []
  /** The value a browser would send as Last-Event-ID. */
  lastEventId: string | undefined
  /** Keep-alive messages so far. */
  beats = 0
  retryMs: number | undefined
  ended = false
  readonly #abort = new AbortController()
  #rest = ''

  /** @throws an error with the answer when the server refuses */
  static async open<Data = Record<string, unknown>>(
    base: string,
    path: string,
    as?: Caller,
    headers: Record<string, string> = {}
  ): Promise<FeedReader<Data>> {
    const reader = new FeedReader<Data>()
    const response = await fetch(new URL(path, base), {
      headers: { ...as?.headers, ...headers },
      signal: reader.#abort.signal,
    })
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
    void reader.#read(response.body!)
    return reader
  }

  /** Waits until this many messages have arrived, and returns all of them. */
  async received(count: number): Promise<Received<Data>[]> {
    return until(`${count} messages (${this.messages.length} so far)`, () => {
      if (this.messages.length >= count) return this.messages
      if (this.ended) throw new Error(`The feed ended after ${this.messages.length} of ${count}.`)
      return undefined
    })
  }

  /** Waits until the server ends the feed. */
  async end(): Promise<void> {
    await until('the feed to end', () => this.ended)
  }

  close(): void {
    this.#abort.abort()
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const text = new TextDecoder()
    try {
      for await (const bytes of body) this.#take(text.decode(bytes, { stream: true }))
    } catch {
      // One side closed the connection.
    }
    this.ended = true
  }

  #take(text: string): void {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop()!
    for (const block of blocks) this.#receive(block)
  }

  #receive(block: string): void {
    const fields = new Map(
      block.split('\n').map((line) => {
        const at = line.indexOf(':')
        return [line.slice(0, at), line.slice(at + 1).trimStart()] as const
      })
    )
    const id = fields.get('id')
    const data = fields.get('data')
    if (id !== undefined) this.lastEventId = id
    if (fields.has('retry')) this.retryMs = Number(fields.get('retry'))
    else if (data === undefined) this.beats++
    if (data === undefined) return
    this.messages.push({ id, event: fields.get('event') ?? 'message', data: JSON.parse(data) })
  }
}
