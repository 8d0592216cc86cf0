/** A file or an empty folder in a zip. */
export interface ZipEntry {
  /** Path from the top of the zip, separated by "/"; a folder ends with "/". */
  path: string
  size: number
  crc32: number
  /** ISO 8601. */
  modifiedAt: string
}

/** From PKWARE's APPNOTE 6.3.10. All numbers are little endian. */
const signatures = {
  local: 0x04034b50,
  central: 0x02014b50,
  zip64End: 0x06064b50,
  zip64Locator: 0x07064b50,
  end: 0x06054b50,
}

/** Values that exceed 16 or 32 bits are in a zip64 field; this marker takes their place. */
const TOO_MANY = 0xffff
const TOO_LARGE = 0xffffffff

/** Format versions that a reader must support: folders, and zip64. */
const BASIC = 20
const ZIP64 = 45

/** Flag: names are UTF-8. */
const UTF8 = 0x0800
const MADE_ON_UNIX = 3 << 8
const FILE_MODE = 0o100644
const FOLDER_MODE = 0o40755
const MSDOS_FOLDER = 0x10

const LOCAL_BYTES = 30
const CENTRAL_BYTES = 46
const TIME_FIELD_BYTES = 9

/** The header before the bytes of an entry. */
export function localHeader(entry: ZipEntry): Buffer {
  const { size } = entry
  const isLarge = size >= TOO_LARGE
  const name = Buffer.from(entry.path)
  const extra = [timeField(entry), ...(isLarge ? [zip64Field([size, size])] : [])]
  const head = Buffer.alloc(LOCAL_BYTES)
  head.writeUInt32LE(signatures.local, 0)
  writeShared(head, 4, entry, isLarge)
  head.writeUInt16LE(name.length, 26)
  head.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([head, name, ...extra])
}

/** The length of `localHeader`. A plan needs the length for each entry, without the header. */
export function localHeaderLength({ path, size }: ZipEntry): number {
  const zip64 = size >= TOO_LARGE ? 4 + 16 : 0
  return LOCAL_BYTES + Buffer.byteLength(path) + TIME_FIELD_BYTES + zip64
}

/** The record of an entry in the directory at the end. */
export function centralHeader(entry: ZipEntry, offset: number): Buffer {
  const { size } = entry
  const [isLarge, isFar] = [size >= TOO_LARGE, offset >= TOO_LARGE]
  const name = Buffer.from(entry.path)
  const numbers = [...(isLarge ? [size, size] : []), ...(isFar ? [offset] : [])]
  const extra = [timeField(entry), ...(numbers.length > 0 ? [zip64Field(numbers)] : [])]
  const isFolder = entry.path.endsWith('/')
  const mode = ((isFolder ? FOLDER_MODE : FILE_MODE) << 16) | (isFolder ? MSDOS_FOLDER : 0)
  const head = Buffer.alloc(CENTRAL_BYTES)
  head.writeUInt32LE(signatures.central, 0)
  head.writeUInt16LE(MADE_ON_UNIX | ZIP64, 4)
  writeShared(head, 6, entry, isLarge || isFar)
  head.writeUInt16LE(name.length, 28)
  head.writeUInt16LE(lengthOf(extra), 30)
  head.writeUInt32LE(mode >>> 0, 38)
  head.writeUInt32LE(isFar ? TOO_LARGE : offset, 42)
  return Buffer.concat([head, name, ...extra])
}

export function centralHeaderLength({ path, size }: ZipEntry, offset: number): number {
  const numbers = (size >= TOO_LARGE ? 2 : 0) + (offset >= TOO_LARGE ? 1 : 0)
  const zip64 = numbers > 0 ? 4 + 8 * numbers : 0
  return CENTRAL_BYTES + Buffer.byteLength(path) + TIME_FIELD_BYTES + zip64
}

export interface Directory {
  entries: number
  offset: number
  size: number
}

/** The records at the end of a zip, with the position of its directory. */
export function endRecords({ entries, offset, size }: Directory): Buffer {
  const isZip64 = entries >= TOO_MANY || offset >= TOO_LARGE || size >= TOO_LARGE
  const end = Buffer.alloc(22)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(Math.min(entries, TOO_MANY), 8)
  end.writeUInt16LE(Math.min(entries, TOO_MANY), 10)
  end.writeUInt32LE(Math.min(size, TOO_LARGE), 12)
  end.writeUInt32LE(Math.min(offset, TOO_LARGE), 16)
  return isZip64 ? Buffer.concat([zip64Ending({ entries, offset, size }), end]) : end
}

function zip64Ending({ entries, offset, size }: Directory): Buffer {
  const record = Buffer.alloc(56)
  record.writeUInt32LE(signatures.zip64End, 0)
  // Size of the record after this field.
  record.writeBigUInt64LE(BigInt(record.length - 12), 4)
  record.writeUInt16LE(MADE_ON_UNIX | ZIP64, 12)
  record.writeUInt16LE(ZIP64, 14)
  record.writeBigUInt64LE(BigInt(entries), 24)
  record.writeBigUInt64LE(BigInt(entries), 32)
  record.writeBigUInt64LE(BigInt(size), 40)
  record.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.writeUInt32LE(signatures.zip64Locator, 0)
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([record, locator])
}

/** Writes the fields from "version needed" to the sizes, which both headers share. Entries are not compressed. */
function writeShared(head: Buffer, at: number, entry: ZipEntry, needsZip64: boolean): void {
  const { size, crc32 } = entry
  const { time, date } = dosTime(entry)
  head.writeUInt16LE(needsZip64 ? ZIP64 : BASIC, at)
  head.writeUInt16LE(UTF8, at + 2)
  head.writeUInt16LE(time, at + 6)
  head.writeUInt16LE(date, at + 8)
  head.writeUInt32LE(crc32, at + 10)
  head.writeUInt32LE(Math.min(size, TOO_LARGE), at + 14)
  head.writeUInt32LE(Math.min(size, TOO_LARGE), at + 18)
}

const lengthOf = (fields: readonly Buffer[]) => fields.reduce((sum, { length }) => sum + length, 0)

function zip64Field(numbers: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + 8 * numbers.length)
  field.writeUInt16LE(0x0001, 0)
  field.writeUInt16LE(8 * numbers.length, 2)
  numbers.forEach((number, index) => field.writeBigUInt64LE(BigInt(number), 4 + 8 * index))
  return field
}

/** An extra field with the time in UTC, to the second. The usual MS-DOS time has no zone, and counts in two seconds. */
function timeField({ modifiedAt }: ZipEntry): Buffer {
  const seconds = Math.floor(Date.parse(modifiedAt) / 1000)
  const field = Buffer.alloc(TIME_FIELD_BYTES)
  field.writeUInt16LE(0x5455, 0)
  field.writeUInt16LE(5, 2)
  field.writeUInt8(1, 4)
  field.writeInt32LE(Math.max(0, Math.min(seconds, 0x7fffffff)), 5)
  return field
}

function dosTime({ modifiedAt }: ZipEntry): { time: number; date: number } {
  const at = new Date(modifiedAt)
  const year = at.getUTCFullYear()
  if (year < 1980 || year > 2107) return { time: 0, date: (1 << 5) | 1 }
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}
