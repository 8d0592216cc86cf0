import { backoff, pause } from '../pause.js'
import { connect, type News, type OpenStream } from './connect.js'

const RETRY = 2_000
/** A connection that ends sooner (ms) counts as a failure even after events, because a proxy may cut each one. */
const LASTING = 20_000

/** What the tabs of one person tell each other about the stream. */
type Word =
  | { kind: 'news'; news: News }
  | { kind: 'up'; at: string }
  | { kind: 'down' }
  | { kind: 'hello' }

interface Listener {
  /** Told from here on; what this page read before may be older. */
  begins: () => void
  hears: (news: News) => void
  /** The stream is there or is not. */
  turns: (isUp: boolean) => void
}

interface SharedStreamOptions extends Listener {
  /** What all who may share it have in common. */
  name: string
  open: OpenStream
  /** Everything this page has read is younger than this event; null: nobody knows. */
  from: string | null
  signal: AbortSignal
}

/**
 * One stream for all tabs of a person in this browser, as a server speaking HTTP/1.1 gives a browser six
 * connections in all. Whoever holds the lock reads it and tells the others; when that tab goes, the next
 * one goes on behind what was told last.
 */
export class SharedStream {
  #channel: BroadcastChannel
  /** Where this tab stands; undefined while it may have missed something. */
  #at: string | undefined
  #isUp = false
  #leads = false

  constructor(private readonly options: SharedStreamOptions) {
    const { name, from, signal } = options
    this.#at = from ?? undefined
    this.#channel = new BroadcastChannel(name)
    this.#channel.onmessage = ({ data }: MessageEvent<Word>) => this.#heed(data)
    signal.addEventListener('abort', () => this.#close(), { once: true })
    this.#say({ kind: 'hello' })
    navigator.locks.request(name, { signal }, () => this.#lead()).catch(leaving(signal))
  }

  /** Reads the stream until the page or the person goes. */
  async #lead(): Promise<void> {
    const { open, signal } = this.options
    this.#leads = true
    for (let failures = 0; !signal.aborted;) {
      const begun = Date.now()
      const hear = (news: News) => this.#tell(news)
      const retry = await connect(open, this.#at, hear, signal).catch(() => undefined)
      if (signal.aborted) return
      this.#turn(false)
      this.#say({ kind: 'down' })
      if (Date.now() - begun >= LASTING) failures = 0
      await pause(backoff(failures++, Math.max(retry ?? 0, RETRY)), signal)
    }
  }

  #tell(news: News) {
    this.#say(this.#isUp ? { kind: 'news', news } : { kind: 'up', at: this.#at ?? news.at! })
    if (!this.#isUp) {
      this.#turn(true)
      // Others may stand where this tab stood: they get what it gets.
      this.#say({ kind: 'news', news })
    }
    this.#hear(news)
  }

  #heed(word: Word) {
    if (word.kind === 'hello') {
      if (this.#leads && this.#isUp) this.#say({ kind: 'up', at: this.#at! })
    } else if (word.kind === 'news') {
      if (this.#isUp) this.#hear(word.news)
    } else if (word.kind === 'down') this.#turn(false)
    else if (word.kind === 'up') {
      if (this.#at !== word.at) this.#begin(word.at)
      this.#turn(true)
    }
  }

  #hear(news: News) {
    if (this.#at === undefined || news.isReset) this.#begin(news.at!)
    this.#at = news.at
    if (news.types.length > 0) this.options.hears(news)
  }

  #begin(at: string) {
    this.#at = at
    this.options.begins()
  }

  #turn(isUp: boolean) {
    if (this.#isUp === isUp) return
    this.#isUp = isUp
    this.options.turns(isUp)
  }

  #say(word: Word) {
    // The tab that leaves has closed it.
    if (!this.options.signal.aborted) this.#channel.postMessage(word)
  }

  #close() {
    this.#channel.close()
    this.#turn(false)
  }
}

/** Waiting for the lock ends with the page's person; anything else is a fault. */
const leaving = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error
}
