import { backoff, pause } from '../pause.js'
import { connect, type EventBatch, type OpenStream } from './connect.js'

const RETRY = 2_000
/**
 * A connection that ends sooner (ms) counts as failed even if it sent events, because a proxy may cut every connection.
 */
const LASTING = 20_000

/** A message about the stream from one tab of a person to the person's other tabs. */
type TabMessage =
  | { kind: 'batch'; batch: EventBatch }
  | { kind: 'up'; at: string }
  | { kind: 'down' }
  | { kind: 'hello' }

interface Listener {
  /** Called when this page begins to receive events. Data that it has read before may be stale. */
  onBegin: () => void
  onEvents: (batch: EventBatch) => void
  /** Called when the stream was connected or disconnected. */
  connectionChanged: (isConnected: boolean) => void
}

interface SharedStreamOptions extends Listener {
  /** Name of the lock and the channel that the sharing tabs use. */
  name: string
  open: OpenStream
  /** An event that is older than everything this page has read; null when unknown. */
  from: string | null
  signal: AbortSignal
}

/**
 * Shares one event stream between all tabs of a person in this browser, because browsers open at most six HTTP/1.1
 * connections to one server, over all tabs. The tab that holds the lock reads the stream and forwards events to
 * the other tabs. When this tab closes, another tab takes the lock and resumes after the last forwarded event.
 */
export class SharedStream {
  #channel: BroadcastChannel
  /** The stream position of this tab; undefined while it may have missed events. */
  #position: string | undefined
  #isConnected = false
  #isLeader = false

  constructor(private readonly options: SharedStreamOptions) {
    const { name, from, signal } = options
    this.#position = from ?? undefined
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#receive(data)
    signal.addEventListener('abort', () => this.#close(), { once: true })
    this.#send({ kind: 'hello' })
    navigator.locks
      .request(name, { signal }, () => this.#readStream())
      .catch(ignoreAfterAbort(signal))
  }

  /** Reads the stream until the page closes, or the person signs out or switches organization. */
  async #readStream(): Promise<void> {
    const { open, signal } = this.options
    this.#isLeader = true
    for (let failures = 0; !signal.aborted;) {
      const begun = Date.now()
      const onEvents = (batch: EventBatch) => this.#publish(batch)
      const retry = await connect(open, this.#position, onEvents, signal).catch(() => undefined)
      if (signal.aborted) return
      this.#setConnected(false)
      this.#send({ kind: 'down' })
      if (Date.now() - begun >= LASTING) failures = 0
      await pause(backoff(failures++, Math.max(retry ?? 0, RETRY)), signal)
    }
  }

  #publish(batch: EventBatch) {
    this.#send(
      this.#isConnected ? { kind: 'batch', batch } : { kind: 'up', at: this.#position ?? batch.at! }
    )
    if (!this.#isConnected) {
      this.#setConnected(true)
      // `up` contains only the position, so this batch follows separately.
      this.#send({ kind: 'batch', batch })
    }
    this.#accept(batch)
  }

  #receive(message: TabMessage) {
    if (message.kind === 'hello') {
      if (this.#isLeader && this.#isConnected) this.#send({ kind: 'up', at: this.#position! })
    } else if (message.kind === 'batch') {
      if (this.#isConnected) this.#accept(message.batch)
    } else if (message.kind === 'down') this.#setConnected(false)
    else if (message.kind === 'up') {
      if (this.#position !== message.at) this.#beginAt(message.at)
      this.#setConnected(true)
    }
  }

  #accept(batch: EventBatch) {
    if (this.#position === undefined || batch.isReset) this.#beginAt(batch.at!)
    this.#position = batch.at
    if (batch.types.length > 0) this.options.onEvents(batch)
  }

  #beginAt(at: string) {
    this.#position = at
    this.options.onBegin()
  }

  #setConnected(isConnected: boolean) {
    if (this.#isConnected === isConnected) return
    this.#isConnected = isConnected
    this.options.connectionChanged(isConnected)
  }

  #send(message: TabMessage) {
    // The channel is closed once the signal aborts.
    if (!this.options.signal.aborted) this.#channel.postMessage(message)
  }

  #close() {
    this.#channel.close()
    this.#setConnected(false)
  }
}

// The signal ends the wait for the lock when the person signs out or switches organization. Any other error is a fault.
const ignoreAfterAbort = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error
}
