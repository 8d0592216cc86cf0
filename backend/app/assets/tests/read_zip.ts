import { crc32 } from 'node:zlib'

/** Reads bytes of a zip from an offset. */
export type ReadAt = (offset: number, length: number) => Buffer

export interface ReadEntry {
  name: string
  size: number
  crc32: number
  /** Offset of the entry's bytes. */
  at: number
  modifiedAt: Date
}

const far = 0xffffffff

/** Reads a zip from its end, as unpackers do, and independently of the code under test. Throws on any inconsistency. */
export function readZip(length: number, read: ReadAt): ReadEntry[] {
  const end = read(length - 22, 22)
  expect('end', end.readUInt32LE(0), 0x06054b50)
  let count: number = end.readUInt16LE(10)
  let size: number = end.readUInt32LE(12)
  let offset: number = end.readUInt32LE(16)
  let ends = length - 22
  if (count === 0xffff || size === far || offset === far) {
    const locator = read(length - 42, 20)
    expect('locator', locator.readUInt32LE(0), 0x07064b50)
    ends = Number(locator.readBigUInt64LE(8))
    const record = read(ends, 56)
    expect('zip64 end', record.readUInt32LE(0), 0x06064b50)
    expect('its length', Number(record.readBigUInt64LE(4)), 44)
    count = Number(record.readBigUInt64LE(32))
    size = Number(record.readBigUInt64LE(40))
    offset = Number(record.readBigUInt64LE(48))
  }
  expect('end of the directory', offset + size, ends)
  const directory = read(offset, size)
  const entries: ReadEntry[] = []
  let at = 0
  while (at < size) {
    expect('directory entry', directory.readUInt32LE(at), 0x02014b50)
    const [name, extra] = [directory.readUInt16LE(at + 28), directory.readUInt16LE(at + 30)]
    const head = directory.subarray(at, at + 46)
    const names = directory.subarray(at + 46, at + 46 + name)
    const fields = fieldsOf(directory.subarray(at + 46 + name, at + 46 + name + extra))
    entries.push(entryOf(read, head, names, fields))
    at += 46 + name + extra
  }
  expect('entries', entries.length, count)
  return entries
}

/** The bytes of each file, checked against their checksums. */
export function unpacked(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const read: ReadAt = (offset, length) => zip.subarray(offset, offset + length)
  for (const { name, size, at, crc32: sum } of readZip(zip.length, read)) {
    const bytes = zip.subarray(at, at + size)
    expect(`the checksum of ${name}`, crc32(bytes), sum)
    if (files.has(name)) throw new Error(`${name} is there twice.`)
    files.set(name, bytes)
  }
  return files
}

function entryOf(
  read: ReadAt,
  head: Buffer,
  name: Buffer,
  fields: ReadonlyMap<number, Buffer>
): ReadEntry {
  const zip64 = fields.get(1)
  let next = 0
  const number = (value: number) => {
    if (value !== far) return value
    const large = Number(zip64!.readBigUInt64LE(next))
    next += 8
    return large
  }
  const size = number(head.readUInt32LE(24))
  expect('stored as it is', number(head.readUInt32LE(20)), size)
  const offset = number(head.readUInt32LE(42))
  expect('method', head.readUInt16LE(10), 0)
  expect('UTF-8', head.readUInt16LE(8), 0x0800)
  const local = read(offset, 30)
  expect('header', local.readUInt32LE(0), 0x04034b50)
  expect('flags, method, time', local.toString('hex', 6, 14), head.toString('hex', 8, 16))
  const nameLength = local.readUInt16LE(26)
  expect('name', read(offset + 30, nameLength).toString(), name.toString())
  const crc = head.readUInt32LE(16)
  expect('checksum', local.readUInt32LE(14), crc)
  const extra = local.readUInt16LE(28)
  const localFields = fieldsOf(read(offset + 30 + nameLength, extra))
  const given = local.readUInt32LE(18)
  const localSize = given === far ? Number(localFields.get(1)!.readBigUInt64LE(0)) : given
  expect('size', localSize, size)
  const seconds = fields.get(0x5455)!.readInt32LE(1)
  return {
    name: name.toString(),
    size,
    crc32: crc,
    at: offset + 30 + nameLength + extra,
    modifiedAt: new Date(seconds * 1000),
  }
}

function fieldsOf(extra: Buffer): Map<number, Buffer> {
  const fields = new Map<number, Buffer>()
  for (let at = 0; at < extra.length;) {
    const length = extra.readUInt16LE(at + 2)
    fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return fields
}

function expect<Value>(what: string, found: Value, wanted: Value): void {
  if (found !== wanted) {
    throw new Error(`The ${what} is ${String(found)}, and should be ${String(wanted)}.`)
  }
}
