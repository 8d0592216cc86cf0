import { createHash } from 'node:crypto'
import type { ByteRange, SequencePart } from '@crossdock/kernel/storage'
import {
  centralHeader,
  centralHeaderLength,
  ending,
  localHeader,
  localHeaderLength,
  type Directory,
  type ZipEntry,
} from './zip_records.js'

/** An entry and the content it has; an empty folder has none. */
export interface PlannedEntry extends ZipEntry {
  contentId: string | null
}

/** Part of a zip, from its first byte on. */
interface Section {
  length: number
  /** The bytes of a range of it, which begins in it. */
  read: (range: ByteRange) => SequencePart
}

/**
 * A zip that nobody has written: every byte of it is known by its entries, so its length is, and any range can be made
 * again. It holds no header, only where each entry begins.
 */
export class ZipPlan {
  readonly size: number
  /** Of the same entries the same; strong. */
  readonly etag: string
  readonly #entries: readonly PlannedEntry[]
  readonly #offsets: number[] = []
  readonly #directory: Directory

  constructor(entries: readonly PlannedEntry[]) {
    this.#entries = entries
    const hash = createHash('sha256').update('crossdock zip 1\n')
    let at = 0
    for (const entry of entries) {
      this.#offsets.push(at)
      at += localHeaderLength(entry) + entry.size
      hash.update(
        JSON.stringify([entry.path, entry.size, entry.crc32, entry.modifiedAt, entry.contentId])
      )
    }
    const offset = at
    for (const [index, entry] of entries.entries()) {
      at += centralHeaderLength(entry, this.#offsets[index]!)
    }
    this.#directory = { entries: entries.length, offset, size: at - offset }
    this.size = at + ending(this.#directory).length
    this.etag = `"${hash.digest('hex')}"`
  }

  /** What makes up a range, in its order. */
  *parts({ start, end }: ByteRange): Generator<SequencePart> {
    const isFar = start >= this.#directory.offset
    const first = isFar ? this.#entries.length : this.#entryAt(start)
    let at = isFar ? this.#directory.offset : (this.#offsets[first] ?? 0)
    for (const { length, read } of this.#sections(first)) {
      if (at > end) return
      const from = Math.max(start - at, 0)
      const to = Math.min(end - at, length - 1)
      if (from <= to) yield read({ start: from, end: to })
      at += length
    }
  }

  *#sections(first: number): Generator<Section> {
    for (let index = first; index < this.#entries.length; index++) {
      const entry = this.#entries[index]!
      yield ofBytes(localHeader(entry))
      const { contentId, size } = entry
      if (contentId !== null && size > 0) {
        yield { length: size, read: (range) => ({ id: contentId, range }) }
      }
    }
    for (const [index, entry] of this.#entries.entries()) {
      yield ofBytes(centralHeader(entry, this.#offsets[index]!))
    }
    yield ofBytes(ending(this.#directory))
  }

  /** The entry that a byte before the directory belongs to. */
  #entryAt(byte: number): number {
    let [low, high] = [0, this.#offsets.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (this.#offsets[middle]! <= byte) low = middle
      else high = middle - 1
    }
    return low
  }
}

const ofBytes = (bytes: Buffer): Section => ({
  length: bytes.length,
  read: ({ start, end }) => bytes.subarray(start, end + 1),
})
