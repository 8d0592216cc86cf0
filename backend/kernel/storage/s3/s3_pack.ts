/** A pack that collects chunks in memory until it is written, as a whole and only once. */
export class S3Pack {
  #chunks: Buffer[] = []
  #end = 0
  /** Set when the write begins; then the pack takes no more chunks. */
  written: Promise<void> | undefined
  /**
   * Set while a writer waits for the pack to be durable. Until the write begins, chunks of other writers still
   * join the pack.
   */
  due: Promise<void> | undefined

  constructor(
    readonly id: string,
    readonly key: string
  ) {}

  /** Offset of the next chunk. */
  get end(): number {
    return this.#end
  }

  /** Copies the chunk, because its memory is reused as soon as the writer continues. */
  add(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk))
    this.#end += chunk.length
  }

  /** Removes the last chunk, if it is the one at this offset. */
  takeBack(offset: number, size: number): void {
    if (this.written || offset + size !== this.#end || this.#chunks.at(-1)?.length !== size) return
    this.#chunks.pop()
    this.#end = offset
  }

  /** Returns the bytes and drops them here. */
  takeBytes(): Buffer {
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = []
    return bytes
  }
}
