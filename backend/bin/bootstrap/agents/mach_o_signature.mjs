import { createHash } from 'node:crypto'

const magic64 = 0xfeedfacf
const segment64 = 0x19
const codeSignature = 0x1d
const pageBytes = 4096
/** Segments of macOS on arm64 start at multiples of this size. */
const segmentBytes = 0x4000

const superBlobMagic = 0xfade0cc0
const directoryMagic = 0xfade0c02
const directoryBytes = 88
const directoryVersion = 0x20400
const adHoc = 0x2
const mainBinary = 1n
const sha256 = 2

const aligned = (value, to) => Math.ceil(value / to) * to

/** Reads the header, segments and signature of a 64-bit, little-endian Mach-O file for one processor. */
function commandsOf(file) {
  if (file.readUInt32LE(0) !== magic64) throw new Error('This is not a 64-bit Mach-O file.')
  const [count, size] = [file.readUInt32LE(16), file.readUInt32LE(20)]
  const segments = new Map()
  let signature
  let at = 32
  for (let command = 0; command < count; command++) {
    const [kind, length] = [file.readUInt32LE(at), file.readUInt32LE(at + 4)]
    if (kind === segment64) {
      const [name] = file.toString('latin1', at + 8, at + 24).split('\0')
      segments.set(name, {
        at,
        offset: Number(file.readBigUInt64LE(at + 40)),
        size: Number(file.readBigUInt64LE(at + 48)),
      })
    }
    if (kind === codeSignature) {
      signature = { at, offset: file.readUInt32LE(at + 8), size: file.readUInt32LE(at + 12) }
    }
    at += length
  }
  return { count, size, end: at, segments, signature }
}

/** The offset of the first section. Load commands must fit before it. */
function firstSection(file, { count }) {
  let first = Infinity
  let at = 32
  for (let command = 0; command < count; command++) {
    if (file.readUInt32LE(at) === segment64) {
      const sections = file.readUInt32LE(at + 64)
      for (let section = 0; section < sections; section++) {
        const offset = file.readUInt32LE(at + 72 + section * 80 + 48)
        if (offset > 0) first = Math.min(first, offset)
      }
    }
    at += file.readUInt32LE(at + 4)
  }
  return first
}

/**
 * Signs an executable of macOS without a signer's name ("ad hoc"). The kernel of arm64 requires hashes of all
 * pages. An existing signature is replaced.
 * @param {Buffer} original
 * @returns {Buffer}
 */
export function signAdHoc(original, identifier) {
  const before = commandsOf(original)
  const unsigned = before.signature ? original.subarray(0, before.signature.offset) : original
  const offset = aligned(unsigned.length, 16)
  const name = Buffer.from(`${identifier}\0`)
  const pages = Math.ceil(offset / pageBytes)
  const directoryLength = directoryBytes + name.length + 32 * pages
  const length = 20 + directoryLength
  const room = aligned(length, 16)
  const file = Buffer.alloc(offset + room)
  unsigned.copy(file)

  if (!before.signature) {
    if (before.end + 16 > firstSection(file, before)) {
      throw new Error('There is no room for the load command of a signature.')
    }
    file.writeUInt32LE(before.count + 1, 16)
    file.writeUInt32LE(before.size + 16, 20)
  }
  const command = before.signature?.at ?? before.end
  file.writeUInt32LE(codeSignature, command)
  file.writeUInt32LE(16, command + 4)
  file.writeUInt32LE(offset, command + 8)
  file.writeUInt32LE(room, command + 12)

  // The signature is at the end of the last segment.
  const link = before.segments.get('__LINKEDIT')
  const linkSize = file.length - link.offset
  file.writeBigUInt64LE(BigInt(aligned(linkSize, segmentBytes)), link.at + 32)
  file.writeBigUInt64LE(BigInt(linkSize), link.at + 48)

  const text = before.segments.get('__TEXT')
  let at = offset
  const word = (value) => (at = file.writeUInt32BE(value, at))
  const byte = (value) => (at = file.writeUInt8(value, at))
  const long = (value) => (at = file.writeBigUInt64BE(BigInt(value), at))
  for (const value of [superBlobMagic, length, 1, 0, 20]) word(value)
  word(directoryMagic)
  word(directoryLength)
  word(directoryVersion)
  word(adHoc)
  word(directoryBytes + name.length) // where the hashes begin
  word(directoryBytes) // where the identifier begins
  word(0) // special slots
  word(pages)
  word(offset) // everything before it is hashed
  for (const value of [32, sha256, 0, Math.log2(pageBytes)]) byte(value)
  for (let zero = 0; zero < 4; zero++) word(0) // spare, scatter, team, spare
  long(0) // the limit beyond 4 GiB
  long(text.offset)
  long(text.size)
  long(mainBinary)
  at += name.copy(file, at)
  for (let page = 0; page < pages; page++) {
    at += pageHash(file, page, offset).copy(file, at)
  }
  return file
}

const pageHash = (file, page, limit) =>
  createHash('sha256')
    .update(file.subarray(page * pageBytes, Math.min((page + 1) * pageBytes, limit)))
    .digest()
