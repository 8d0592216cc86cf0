import { Worker } from 'node:worker_threads'
import { ThreadLost } from '../errors.js'
import type { Cut, ThreadRequest, Reply } from './thread_requests.js'

const program = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'

/** Memory that both threads share. */
export interface Slab {
  readonly id: number
  readonly bytes: Buffer
}

/**
 * Limit for all slabs, in use or kept for reuse. Slabs up to this limit are kept, because JavaScript's garbage
 * collector underestimates shared memory and frees it late.
 */
export const MOST_SLAB_BYTES = 128 * 1024 * 1024

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

/** A running thread that cuts and hashes, and the memory that it shares with this one. */
export class SideThread {
  readonly #worker = new Worker(new URL(program, import.meta.url))
  readonly #waiting = new Map<number, Waiting>()
  readonly #used = new Set<Slab>()
  /** Released slabs, smallest first. */
  readonly #free: Slab[] = []
  #slabBytes = 0
  /** Resolves when the thread has ended, for any reason. */
  readonly ended: Promise<void>
  #ids = 0
  #lost: ThreadLost | undefined

  constructor() {
    this.#worker.unref()
    this.#worker
      .on('message', (reply: Reply) => this.#settle(reply))
      .on('error', (error) => this.#lose(error))
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#lose(new Error('The thread has ended.'))
        resolve()
      })
    })
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Returns memory that only the caller uses, until `giveBack`. Its content is arbitrary. */
  slab(size: number): Slab {
    const slab =
      this.#takeFree((free) => free === size) ??
      (this.#isRoomFor(size) ? undefined : this.#takeFree((free) => free > size)) ??
      this.#newSlab(size)
    this.#used.add(slab)
    return slab
  }

  /** Like `slab`, but undefined when the limit is reached. For a caller that has an alternative. */
  spareSlab(size: number): Slab | undefined {
    const isFree = this.#free.some(({ bytes }) => bytes.length >= size)
    return isFree || this.#isRoomFor(size) ? this.slab(size) : undefined
  }

  /** Releases a slab. Nothing may use its bytes any more. */
  giveBack(slab: Slab): void {
    if (!this.#used.delete(slab)) return
    if (this.#slabBytes > MOST_SLAB_BYTES) return this.#drop(slab)
    const at = this.#free.findIndex(({ bytes }) => bytes.length > slab.bytes.length)
    this.#free.splice(at < 0 ? this.#free.length : at, 0, slab)
  }

  /** Number of bytes in all slabs, and in those in use. */
  get slabBytes(): { all: number; used: number } {
    let used = 0
    for (const { bytes } of this.#used) used += bytes.length
    return { all: this.#slabBytes, used }
  }

  /**
   * Computes the SHA-256 of the first bytes of a slab.
   * @throws ThreadLost
   */
  async hash({ id: slab }: Slab, size: number): Promise<string> {
    const reply = await this.#ask((id) => ({ what: 'hash', id, slab, size }))
    return (reply as { hash: string }).hash
  }

  /**
   * Begins to cut a stream, or its continuation after `lead` (`CutPoints`).
   * @returns the number of the stream
   */
  stream(lead?: Uint8Array): number {
    const stream = ++this.#ids
    if (lead) this.#send({ what: 'resume', stream, lead })
    return stream
  }

  /**
   * Cuts the next bytes of a stream.
   * @throws ThreadLost
   */
  async cut(
    stream: number,
    { id: slab }: Slab,
    part: { from: number; to: number; end: boolean }
  ): Promise<Cut[]> {
    const reply = await this.#ask((id) => ({ what: 'cut', id, stream, slab, ...part }))
    return (reply as { cuts: Cut[] }).cuts
  }

  /** Ends a stream. */
  leave(stream: number): void {
    this.#send({ what: 'leave', stream })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #isRoomFor(size: number): boolean {
    return this.#slabBytes + size <= MOST_SLAB_BYTES
  }

  #takeFree(fits: (size: number) => boolean): Slab | undefined {
    const index = this.#free.findIndex(({ bytes }) => fits(bytes.length))
    return index < 0 ? undefined : this.#free.splice(index, 1)[0]
  }

  #newSlab(size: number): Slab {
    // All released slabs are too small.
    while (this.#free.length > 0 && !this.#isRoomFor(size)) {
      this.#drop(this.#free.shift()!)
    }
    const id = ++this.#ids
    const memory = new SharedArrayBuffer(size)
    this.#slabBytes += size
    this.#send({ what: 'know', slab: id, memory })
    return { id, bytes: Buffer.from(memory) }
  }

  #drop({ id, bytes }: Slab): void {
    this.#slabBytes -= bytes.length
    this.#send({ what: 'forget', slab: id })
  }

  #ask(requestOf: (id: number) => ThreadRequest): Promise<Reply> {
    if (this.#lost) return Promise.reject(this.#lost)
    const id = ++this.#ids
    return new Promise((resolve, reject) => {
      // A pending request keeps the process running; an idle thread does not.
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(id, { resolve, reject })
      this.#send(requestOf(id))
    })
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    waiting?.resolve(reply)
  }

  #send(request: ThreadRequest): void {
    this.#worker.postMessage(request)
  }

  #lose(cause: Error): void {
    this.#lost ??= new ThreadLost(cause)
    for (const { reject } of this.#waiting.values()) reject(this.#lost)
    this.#waiting.clear()
  }
}
