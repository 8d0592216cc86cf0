import { Worker } from 'node:worker_threads'
import { ThreadLost } from '../errors.js'
import type { Cut, Order, Reply } from './orders.js'

const program = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'

/** Memory that both threads see. */
export interface Slab {
  readonly id: number
  readonly bytes: Buffer
}

/** Slabs of one size that are kept for the next who needs one. */
const MOST_KEPT = 4

interface Waiting {
  resolve(reply: Reply): void
  reject(error: Error): void
}

/** One running thread that cuts and hashes, and the memory it shares with this one. */
export class SideThread {
  readonly #worker = new Worker(new URL(program, import.meta.url))
  readonly #waiting = new Map<number, Waiting>()
  readonly #free = new Map<number, Slab[]>()
  /** Resolves when it has ended, by itself or because it was told to. */
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

  /** Memory for the caller alone, until it is given back. What is in it is anything. */
  slab(size: number): Slab {
    const kept = this.#free.get(size)?.pop()
    if (kept) return kept
    const id = ++this.#ids
    const memory = new SharedArrayBuffer(size)
    this.#send({ what: 'know', slab: id, memory })
    return { id, bytes: Buffer.from(memory) }
  }

  /** Its caller and whoever they gave its bytes to are done with it. */
  giveBack(slab: Slab): void {
    const size = slab.bytes.length
    const kept = this.#free.get(size) ?? []
    this.#free.set(size, kept)
    if (kept.length < MOST_KEPT) kept.push(slab)
    else this.forget(slab)
  }

  /** It is used no more, because somebody may still have its bytes. */
  forget({ id }: Slab): void {
    this.#send({ what: 'forget', slab: id })
  }

  /** SHA-256 of the first bytes of a slab. @throws ThreadLost */
  async hash({ id: slab }: Slab, size: number): Promise<string> {
    const reply = await this.#ask((id) => ({ what: 'hash', id, slab, size }))
    return (reply as { hash: string }).hash
  }

  /** Begins to cut a stream. @returns its name */
  stream(): number {
    return ++this.#ids
  }

  /** Cuts the next bytes of a stream. @throws ThreadLost */
  async cut(
    stream: number,
    { id: slab }: Slab,
    part: { from: number; to: number; end: boolean }
  ): Promise<Cut[]> {
    const reply = await this.#ask((id) => ({ what: 'cut', id, stream, slab, ...part }))
    return (reply as { cuts: Cut[] }).cuts
  }

  /** Nothing more comes of a stream. */
  leave(stream: number): void {
    this.#send({ what: 'leave', stream })
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(order: (id: number) => Order): Promise<Reply> {
    if (this.#lost) return Promise.reject(this.#lost)
    const id = ++this.#ids
    return new Promise((resolve, reject) => {
      // Who waits for an answer keeps the process; a thread that nobody waits for does not.
      if (this.#waiting.size === 0) this.#worker.ref()
      this.#waiting.set(id, { resolve, reject })
      this.#send(order(id))
    })
  }

  #settle(reply: Reply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (this.#waiting.size === 0) this.#worker.unref()
    waiting?.resolve(reply)
  }

  #send(order: Order): void {
    this.#worker.postMessage(order)
  }

  #lose(cause: Error): void {
    this.#lost ??= new ThreadLost(cause)
    for (const { reject } of this.#waiting.values()) reject(this.#lost)
    this.#waiting.clear()
  }
}
