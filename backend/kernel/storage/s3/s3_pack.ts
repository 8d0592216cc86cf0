/** A pack that gathers chunks in memory until it is written, once and as a whole. */
export class S3Pack {
  #chunks: Buffer[] = []
  #end = 0
  /** Begun when it takes no more. */
  written: Promise<void> | undefined
  /** Somebody waits for it to be durable: what others append until its turn comes goes with it. */
  due: Promise<void> | undefined

  constructor(
    readonly id: string,
    readonly key: string
  ) {}

  /** Where the next chunk goes. */
  get end(): number {
    return this.#end
  }

  /** Takes a copy: the chunk's memory is used again as soon as its writer goes on. */
  add(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk))
    this.#end += chunk.length
  }

  /** Takes back the last chunk, if it is the one that lies there. */
  takeBack(offset: number, size: number): void {
    if (this.written || offset + size !== this.#end || this.#chunks.at(-1)?.length !== size) return
    this.#chunks.pop()
    this.#end = offset
  }

  /** Nothing is kept of it here. */
  takeBytes(): Buffer {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    return bytes
  }
}
