// onOneDatabase: no database takes part
import { appendFile, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { until } from '../../testing/index.js'
import { watchDatasync, watchWritev } from '../../testing/watched_sync.js'
import { DiskPacks } from '../packs/disk_packs.js'
import type { PackPlace } from '../packs/pack_driver.js'
import { seededBytes } from './seeded_bytes.js'

const KiB = 1024

async function newRoot(context: TestContext): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'crossdock-packs-'))
  context.cleanup(() => rm(root, { recursive: true }))
  return root
}

const append = async (packs: DiskPacks, bytes: Buffer): Promise<PackPlace> =>
  (await packs.append('tenant', [bytes]))[0]!

/** Returns only the first bytes of the first chunk. */
const few = (chunks: Uint8Array[]) => [chunks[0]!.subarray(0, 33)]

async function sizes(packs: DiskPacks): Promise<number[]> {
  const found: number[] = []
  for await (const { size } of packs.list('tenant')) found.push(size)
  return found
}

async function readBytes(packs: DiskPacks, tenant: string, place: PackPlace, size: number) {
  const bytes = Buffer.alloc(size)
  await packs.read(tenant, place, bytes)
  return bytes
}

test.group('Packs on disk', () => {
  test('many concurrent writers get separate places, over several packs', async (context) => {
    const packs = new DiskPacks(await newRoot(context), 256 * KiB)
    const writes = Array.from({ length: 100 }, (_, index) =>
      seededBytes(`${index}`, 10 * KiB + index)
    )
    const places = await Promise.all(writes.map((bytes) => append(packs, bytes)))
    await packs.sync('tenant', new Set(places.map(({ pack }) => pack)))
    for (const [index, bytes] of writes.entries()) {
      const read = await readBytes(packs, 'tenant', places[index]!, bytes.length)
      context.assert.isTrue(read.equals(bytes))
    }
    const files = await sizes(packs)
    context.assert.equal(files.length, 4)
    for (const size of files) context.assert.isAtMost(size, 256 * KiB)
    await packs.close()
  })

  // Red when each chunk is written separately, or the rest of a partial write is dropped (writeAll()).
  test('chunks that arrive together need one write, even if the system takes only a part: {$self}')
    .with(['everything', 'a few bytes'])
    .run(async (context, taken) => {
      const root = await newRoot(context)
      let writes = 0
      const restore = await watchWritev(root, (write, chunks, position) => {
        writes++
        return taken === 'everything' ? write(chunks, position) : write(few(chunks), position)
      })
      context.cleanup(restore)
      const packs = new DiskPacks(root)
      const chunks = Array.from({ length: 50 }, (_, index) => seededBytes(`${index}`, 100 + index))
      const [other, places] = await Promise.all([
        append(packs, seededBytes('other', 70)),
        packs.append('tenant', chunks),
        append(packs, seededBytes('another', 70)),
      ])
      if (taken === 'everything') context.assert.equal(writes, 3)
      context.assert.equal(new Set([other, ...places].map(({ pack }) => pack)).size, 1)
      for (const [index, bytes] of chunks.entries()) {
        const read = await readBytes(packs, 'tenant', places[index]!, bytes.length)
        context.assert.isTrue(read.equals(bytes))
      }
      await packs.close()
    })

  // Red when chunks are put into a pack without checking its size (beginning()).
  test('chunks that arrive together go over several packs', async (context) => {
    const packs = new DiskPacks(await newRoot(context), 64 * KiB)
    const chunks = [30, 40, 20, 100, 1, 63].map((size, index) =>
      seededBytes(`${index}`, size * KiB)
    )
    const places = await packs.append('tenant', chunks)
    await packs.sync('tenant', new Set(places.map(({ pack }) => pack)))
    for (const [index, bytes] of chunks.entries()) {
      const read = await readBytes(packs, 'tenant', places[index]!, bytes.length)
      context.assert.isTrue(read.equals(bytes))
    }
    context.assert.sameMembers(await sizes(packs), [30 * KiB, 60 * KiB, 100 * KiB, 64 * KiB])
    context.assert.deepEqual(await packs.append('tenant', []), [])
    await packs.close()
  })

  // Red when a failed append keeps the space of its written part (append() in disk_packs.ts).
  test('of chunks that arrive together either all are stored or none', async (context) => {
    const root = await newRoot(context)
    const packs = new DiskPacks(root, 64 * KiB)
    const first = await append(packs, seededBytes('first', 30 * KiB))
    const full: NodeJS.ErrnoException = Object.assign(new Error('full'), { code: 'ENOSPC' })
    let writes = 0
    const restore = await watchWritev(root, async (write, chunks, position) => {
      if (++writes === 1) throw full
      return write(chunks, position)
    })
    context.cleanup(restore)
    const together = [20, 60].map((size) => seededBytes('together', size * KiB))
    await context.assert.rejects(() => packs.append('tenant', together), /full/)
    restore()
    const read = await readBytes(packs, 'tenant', first, 30 * KiB)
    context.assert.isTrue(read.equals(seededBytes('first', 30 * KiB)))
    const rest = seededBytes('rest', 64 * KiB)
    const place = await append(packs, rest)
    await packs.sync('tenant', [place.pack])
    context.assert.isTrue((await readBytes(packs, 'tenant', place, rest.length)).equals(rest))
    context.assert.sameMembers(await sizes(packs), [30 * KiB, 64 * KiB])
    await packs.close()
  })

  // Red when bytes written before the disk was full are kept (trim()): nothing could be written any more.
  test('a write that fills the disk frees its space', async (context) => {
    const root = await newRoot(context)
    const packs = new DiskPacks(root)
    const kept = seededBytes('kept', 100 * KiB)
    const place = await append(packs, kept)
    await packs.sync('tenant', [place.pack])
    const full: NodeJS.ErrnoException = Object.assign(new Error('full'), { code: 'ENOSPC' })
    const released = { ...(await append(packs, seededBytes('given', 300 * KiB))), size: 300 * KiB }
    const restore = await watchWritev(root, async (write, chunks, position) => {
      await write(few(chunks), position)
      throw full
    })
    await context.assert.rejects(() => append(packs, seededBytes('more', 300 * KiB)), /full/)
    restore()
    await packs.release('tenant', [released])

    context.assert.deepEqual(await sizes(packs), [kept.length])
    context.assert.isTrue((await readBytes(packs, 'tenant', place, kept.length)).equals(kept))
    const next = await append(packs, seededBytes('next', KiB))
    context.assert.notEqual(next.pack, place.pack)
    await packs.close()
  })

  test('every one of many concurrent syncs ends', async (context) => {
    const packs = new DiskPacks(await newRoot(context))
    const write = async (index: number) => {
      const bytes = seededBytes(`${index}`, 500)
      const place = await append(packs, bytes)
      await packs.sync('tenant', [place.pack])
      const read = await readBytes(packs, 'tenant', place, 500)
      return read.equals(bytes)
    }
    const results = await Promise.all(Array.from({ length: 200 }, (_, index) => write(index)))
    context.assert.notInclude(results, false)
    await packs.close()
  })

  // Red when sync() flushes nothing, or shares a sync that began before the append.
  test('a sync ends when earlier appends are on disk', async (context) => {
    const root = await newRoot(context)
    const gates: PromiseWithResolvers<void>[] = []
    const restore = await watchDatasync(root, async (force) => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      await gate.promise
      await force()
    })
    context.cleanup(restore)
    const packs = new DiskPacks(root)
    const ended: string[] = []
    const write = async (name: string) => {
      const { pack } = await append(packs, Buffer.from(name))
      return packs.sync('tenant', [pack]).then(() => void ended.push(name))
    }
    const first = write('first')
    await until('the first sync', () => gates.length === 1)
    const second = write('second')
    gates[0]!.resolve()
    await first
    await until('a separate sync', () => gates.length === 2)
    context.assert.deepEqual(ended, ['first'])
    gates[1]!.resolve()
    await second
    restore()
    await packs.close()
  })

  test('a torn tail harms neither earlier nor later bytes', async (context) => {
    const root = await newRoot(context)
    const before = new DiskPacks(root)
    const first = seededBytes('first', 20 * KiB)
    const place = await append(before, first)
    await before.sync('tenant', [place.pack])
    await before.close()
    await appendFile(join(root, 'tenant', `${place.pack}.pack`), seededBytes('torn', 777))

    const after = new DiskPacks(root)
    const second = seededBytes('second', 20 * KiB)
    const next = await append(after, second)
    await after.sync('tenant', [next.pack])
    context.assert.isTrue((await readBytes(after, 'tenant', place, first.length)).equals(first))
    context.assert.isTrue((await readBytes(after, 'tenant', next, second.length)).equals(second))
    await after.close()
  })

  test('the space of an abandoned write is reused', async (context) => {
    const packs = new DiskPacks(await newRoot(context), 64 * KiB)
    const kept = await append(packs, seededBytes('kept', 10 * KiB))
    for (let round = 0; round < 20; round++) {
      const released: (PackPlace & { size: number })[] = []
      for (let part = 0; part < 10; part++) {
        const bytes = seededBytes(`${round} ${part}`, 20 * KiB)
        released.push({ ...(await append(packs, bytes)), size: bytes.length })
      }
      await packs.release('tenant', released)
    }
    const last = seededBytes('last', 30 * KiB)
    const place = await append(packs, last)
    context.assert.isTrue((await readBytes(packs, 'tenant', place, last.length)).equals(last))
    const total = (await sizes(packs)).reduce((sum, size) => sum + size, 0)
    context.assert.isAtMost(total, 3 * 64 * KiB)
    const first = await readBytes(packs, 'tenant', kept, 10 * KiB)
    context.assert.isTrue(first.equals(seededBytes('kept', 10 * KiB)))
    await packs.close()
  })

  // Red when takeBack() frees bytes that other chunks follow.
  test('space before other chunks is not reused', async (context) => {
    const packs = new DiskPacks(await newRoot(context))
    const [gone, kept] = [seededBytes('gone', 1000), seededBytes('kept', 1000)]
    const before = await append(packs, gone)
    const after = await append(packs, kept)
    await packs.release('tenant', [{ ...before, size: 1000 }])
    await append(packs, seededBytes('next', 1500))
    context.assert.isTrue((await readBytes(packs, 'tenant', after, 1000)).equals(kept))
    await packs.close()
  })

  // Red when a failure of the pack is not remembered.
  test('a failed pack is abandoned; the next write starts another', async (context) => {
    const root = await newRoot(context)
    await writeFile(join(root, 'tenant'), 'a file in place of the folder')
    const packs = new DiskPacks(root)
    await context.assert.rejects(() => append(packs, Buffer.from('lost')))
    await rm(join(root, 'tenant'))
    const place = await append(packs, Buffer.from('kept'))
    await packs.sync('tenant', [place.pack])
    context.assert.equal((await readBytes(packs, 'tenant', place, 4)).toString(), 'kept')
    await packs.close()
  })

  test('missing bytes are reported as missing', async (context) => {
    const root = await newRoot(context)
    const packs = new DiskPacks(root)
    const place = await append(packs, seededBytes('cut', 1000))
    const file = await open(join(root, 'tenant', `${place.pack}.pack`), 'r+')
    await file.truncate(600)
    await file.close()
    await context.assert.rejects(() => readBytes(packs, 'tenant', place, 1000), /ends at byte 600/)
    await packs.delete('tenant', place.pack)
    await context.assert.rejects(() => readBytes(packs, 'tenant', place, 1000), /is missing/)
    context.assert.deepEqual(await sizes(packs), [])
    await packs.close()
  })

  // Red when sync() ignores packs that it does not know.
  test('bytes of a deleted pack are not reported as stored', async (context) => {
    const packs = new DiskPacks(await newRoot(context))
    const { pack } = await append(packs, seededBytes('deleted', 1000))
    await packs.delete('tenant', pack)
    await context.assert.rejects(() => packs.sync('tenant', [pack]), /lost the place/)
    await packs.close()
  })

  // Red when safeName() accepts any text.
  test('no tenant or pack id leads out of the folder', async (context) => {
    const packs = new DiskPacks(await newRoot(context))
    await context.assert.rejects(() => packs.append('../other', [Buffer.from('x')]), /tenant id/)
    const place = { pack: '../../etc/passwd', offset: 0 }
    await context.assert.rejects(() => readBytes(packs, 'tenant', place, 1), /pack id/)
  })

  test('the health check writes, and reports the free space', async (context) => {
    const root = await newRoot(context)
    context.assert.isAbove((await new DiskPacks(root).check()).freeBytes, 0)
    await writeFile(join(root, 'file'), '')
    await context.assert.rejects(() => new DiskPacks(join(root, 'file')).check())
  })
})
