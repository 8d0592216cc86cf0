import { createHash } from 'node:crypto'
import type { ByteRange, SequencePart } from '@crossdock/kernel/storage'
import {
  centralHeader,
  centralHeaderLength,
  endRecords,
  localHeader,
  localHeaderLength,
  type Directory,
  type ZipEntry,
} from './zip_records.js'

/** An entry and its content; an empty folder has none. */
export interface PlannedEntry extends ZipEntry {
  contentId: string | null
}

/** A part of a zip, and the offset of its first byte. */
interface Section {
  length: number
  /** The bytes of a range that begins in this section. */
  read: (range: ByteRange) => SequencePart
}

/**
 * A zip that is never stored: its entries determine every byte. Its length is known in advance, and any range
 * can be generated again. The plan keeps only the offset of each entry, and generates headers when they are
 * read.
 */
export class ZipPlan {
  readonly size: number
  /** A strong ETag, equal for equal entries. */
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
    this.size = at + endRecords(this.#directory).length
    this.etag = `"${hash.digest('hex')}"`
  }

  /** Returns the parts of a range, in order. */
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
    yield ofBytes(endRecords(this.#directory))
  }

  /** The entry that contains a byte before the directory. */
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
