// onOneDatabase: no database takes part
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { testClock } from '@crossdock/kernel/testing'
import { DiskPacks } from '../packs/disk_packs.js'
import { NoRoom, PackLost, StorageGone, StorageRefused } from '../errors.js'
import type { PackPlace } from '../packs/pack_driver.js'
import { marker } from '../packs/storage_root.js'
import { seededBytes } from './seeded_bytes.js'

const MiB = 1024 * 1024

async function newRoot(context: TestContext): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'crossdock-room-'))
  context.cleanup(() => rm(parent, { recursive: true }))
  return join(parent, 'content')
}

/** A volume of 64 MiB, used only by the files in the folder. `asked` counts how often its space is queried. */
function smallVolume(asked = { times: 0 }) {
  return async (root: string) => {
    asked.times++
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    const sizes = entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
    const used = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    return { bsize: 1, blocks: 64 * MiB, bavail: 64 * MiB - used }
  }
}

const kept = Math.ceil((64 * MiB) / 20)

/** Appends pieces of 1 MiB until one is refused. */
async function fill(packs: DiskPacks, tenant: string, options = {}) {
  const places: (PackPlace & { size: number })[] = []
  for (let piece = 0; piece < 100; piece++) {
    try {
      const [place] = await packs.append(tenant, [seededBytes(`${piece}`, MiB)], options)
      places.push({ ...place!, size: MiB })
    } catch (refusal) {
      return { places, refusal }
    }
  }
  throw new Error('It never ended.')
}

test.group('Space on a volume', () => {
  // Red when take() refuses nothing, ignores bytes being written, or refuses copies for compaction.
  test('has a reserve against new content, and a smaller one against copies for compaction', async (context) => {
    const { assert } = context
    const root = await newRoot(context)
    const statfs = smallVolume()
    const packs = new DiskPacks(root, undefined, undefined, { statfs })
    const { places, refusal } = await fill(packs, 'tenant')
    assert.instanceOf(refusal, NoRoom)
    assert.match((refusal as Error).message, /: 3 MiB are free, and 4 MiB are reserved/)
    assert.isAbove(places.length, 56)
    const { bavail: left } = await statfs(root)
    assert.isAtLeast(left, kept)
    const copies = await fill(packs, 'tenant', { usesReserve: true })
    assert.instanceOf(copies.refusal, NoRoom)
    assert.isNotEmpty(copies.places)
    assert.isAtLeast((await statfs(root)).bavail, kept / 2)
    // A small volume has small packs, so that each can be compacted.
    for await (const { size } of packs.list('tenant')) assert.isAtMost(size, 2 * MiB)
    await packs.close()
  })

  // Red when take() does not count bytes being written (#taken).
  test('keeps the reserve with many concurrent writers', async (context) => {
    const root = await newRoot(context)
    const statfs = smallVolume()
    const packs = new DiskPacks(root, undefined, undefined, { statfs })
    const all = Array.from({ length: 30 }, (_, writer) =>
      packs.append(`tenant${writer}`, [seededBytes(`${writer}`, 3 * MiB)])
    )
    const ended = await Promise.allSettled(all)
    context.assert.isAtLeast(ended.filter(({ status }) => status === 'rejected').length, 10)
    context.assert.isAtLeast((await statfs(root)).bavail, kept)
    await packs.close()
  })

  // Red when release() keeps the bytes after the end of a pack (#isScarce()): other writers would find no
  // space.
  test('is freed immediately by a refused write', async (context) => {
    const { assert } = context
    const root = await newRoot(context)
    const statfs = smallVolume()
    const packs = new DiskPacks(root, 256 * MiB, undefined, { statfs })
    const [first] = await packs.append('tenant', [seededBytes('first', MiB)])
    await packs.release('tenant', (await fill(packs, 'tenant')).places)
    assert.isAtLeast((await statfs(root)).bavail, 62 * MiB)
    await packs.append('other', [seededBytes('other', 3 * MiB)])
    const read = Buffer.alloc(MiB)
    await packs.read('tenant', first!, read)
    assert.isTrue(read.equals(seededBytes('first', MiB)))
    await packs.close()
  })

  // Red when the system is queried for each write (#readSpace()).
  test('is queried only once in a while', async (context) => {
    testClock.hold()
    context.cleanup(() => testClock.reset())
    const asked = { times: 0 }
    const packs = new DiskPacks(await newRoot(context), undefined, undefined, {
      statfs: smallVolume(asked),
    })
    for (let piece = 0; piece < 100; piece++) await packs.append('tenant', [Buffer.alloc(10)])
    context.assert.equal(asked.times, 1)
    testClock.advance(1_000)
    for (let piece = 0; piece < 100; piece++) await packs.append('tenant', [Buffer.alloc(10)])
    context.assert.equal(asked.times, 2)
    await packs.close()
  })
})

test.group('The folder of content', () => {
  const bytes = seededBytes('bytes', 1000)
  const append = async (packs: DiskPacks) => (await packs.append('tenant', [bytes]))[0]!

  // Red when packs are created in a folder without the marker, or with its parent folders (#open() in
  // pack_file.ts).
  test('is not created again while it is missing: {$self}')
    .with(['nothing in its place', 'an empty folder in its place', 'another in its place'])
    .run(async (context, instead) => {
      const { assert } = context
      const root = await newRoot(context)
      const packs = new DiskPacks(root)
      await packs.open()
      const place = await append(packs)
      await packs.sync('tenant', [place.pack])
      await rename(root, `${root}.away`)
      if (instead === 'an empty folder in its place') await mkdir(root)
      if (instead === 'another in its place') await new DiskPacks(root).open()

      const write = async () => packs.sync('tenant', [(await append(packs)).pack])
      assert.instanceOf(await write().catch((error: unknown) => error), PackLost)
      for (let again = 0; again < 2; again++) {
        assert.instanceOf(await write().catch((error: unknown) => error), StorageGone)
      }
      assert.instanceOf(await packs.check().catch((error: unknown) => error), StorageGone)
      // Red when read() does not check the folder: everything read in this state would be marked as damaged.
      const read = () => packs.read('tenant', place, Buffer.alloc(bytes.length))
      assert.instanceOf(await read().catch((error: unknown) => error), StorageGone)
      const inPlace = await readdir(root).catch(() => [])
      assert.deepEqual(
        inPlace.filter((name) => name !== marker),
        []
      )

      await rm(root, { recursive: true, force: true })
      await rename(`${root}.away`, root)
      await write()
      await read()
      await packs.check()
      await packs.close()
    })

  // Red when open() does not check whether rows reference content in the folder.
  test('is created by the first start, and required by later ones', async (context) => {
    const { assert } = context
    const root = await newRoot(context)
    const start = async (named: boolean) => {
      const packs = new DiskPacks(root, undefined, undefined, { isReferenced: async () => named })
      await packs.open()
      await packs.close()
    }
    await start(false)
    await start(true)
    for (const left of ['empty', 'no']) {
      await rm(root, { recursive: true })
      if (left === 'empty') await mkdir(root)
      const refused = await start(true).catch((error: unknown) => error)
      assert.instanceOf(refused, StorageRefused)
      assert.match((refused as Error).message, /has no files, but .*Mount their disk/)
      await mkdir(root, { recursive: true })
    }
    // Does what the message says.
    await writeFile(join(root, marker), '')
    await start(true)
  })

  // Red when open() does not look for packs: older installations could not start.
  test('of an older installation gets a marker', async (context) => {
    const root = await newRoot(context)
    const before = new DiskPacks(root)
    await append(before)
    await before.close()
    await rm(join(root, marker))
    const packs = new DiskPacks(root, undefined, undefined, { isReferenced: async () => true })
    await packs.open()
    const text = await readFile(join(root, marker), 'utf8')
    context.assert.isNotEmpty(text)
    await packs.close()
    // Processes that start at the same time must agree on the marker.
    await rm(join(root, marker))
    const all = [new DiskPacks(root), new DiskPacks(root), new DiskPacks(root)]
    await Promise.all(all.map((each) => each.open()))
    for (const each of all) await append(each)
    for (const each of all) await each.close()
  })
})
