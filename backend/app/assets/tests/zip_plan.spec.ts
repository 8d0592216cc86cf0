// onOneDatabase: no database takes part
import { crc32 } from 'node:zlib'
import { test } from '@japa/runner'
import { size } from '@crossdock/kernel/testing'
import type { ByteRange } from '@crossdock/kernel/storage'
import { repairName, NamesInUse } from '../zip/zip_names.js'
import { ZipPlan, type PlannedEntry } from '../zip/zip_plan.js'
import { readZip, unpacked } from './read_zip.js'

const GiB = 1024 ** 3

/** Bytes of a content that is not stored. */
function bytesOf(contentId: string, { start, end }: ByteRange): Buffer {
  const salt = Number(contentId.slice(1))
  const bytes = Buffer.allocUnsafe(end + 1 - start)
  for (let at = 0; at < bytes.length; at++) bytes[at] = ((start + at) * 7 + salt) % 251
  return bytes
}

function made(plan: ZipPlan, range: ByteRange = { start: 0, end: plan.size - 1 }): Buffer {
  const parts = [...plan.parts(range)]
  return Buffer.concat(
    parts.map((part) => (part instanceof Uint8Array ? part : bytesOf(part.id, part.range)))
  )
}

function file(path: string, size: number, number: number): PlannedEntry {
  const contentId = `c${number}`
  const isSmall = size < 100_000
  const sum = isSmall && size > 0 ? crc32(bytesOf(contentId, { start: 0, end: size - 1 })) : 0
  return { path, size, contentId, crc32: sum, modifiedAt: '2026-03-29T23:59:59.999Z' }
}

const folder = (path: string): PlannedEntry => ({
  path,
  size: 0,
  contentId: null,
  crc32: 0,
  modifiedAt: '2026-01-02T03:04:05.000Z',
})

/** Pseudo-random numbers, the same in each run. */
function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

test.group('The plan of a zip', () => {
  const entries = [
    file('Zoll/Größe 5 €.pdf', 3_000, 1),
    file('Zoll/leer.txt', 0, 2),
    folder('Zoll/Empty/'),
    file('Zoll/東京/😀.bin', 70_000, 3),
    file('Zoll/z.txt', 1, 4),
  ]

  test('holds every file and empty folder', ({ assert }) => {
    const plan = new ZipPlan(entries)
    const whole = made(plan)
    assert.equal(whole.length, plan.size)
    const files = unpacked(whole)
    assert.deepEqual(
      [...files.keys()],
      entries.map(({ path }) => path)
    )
    for (const { path, size, contentId } of entries) {
      const wanted = size > 0 ? bytesOf(contentId!, { start: 0, end: size - 1 }) : Buffer.alloc(0)
      assert.isTrue(files.get(path)!.equals(wanted), path)
    }
    const [first] = readZip(plan.size, (at, length) => whole.subarray(at, at + length))
    assert.equal(first!.modifiedAt.toISOString(), '2026-03-29T23:59:59.000Z')
  })

  /** Red when a range begins in another entry than the one with its first byte, or a length is off by one. */
  test('any range equals that part of the whole', ({ assert }) => {
    const plan = new ZipPlan(entries)
    const whole = made(plan)
    const random = numbers(7)
    for (let turn = 0; turn < size({ quick: 500, full: 3_000 }); turn++) {
      const start = Math.floor(random.next().value! * plan.size)
      const end = start + Math.floor(random.next().value! * (plan.size - start))
      if (!made(plan, { start, end }).equals(whole.subarray(start, end + 1))) {
        assert.fail(`${start} to ${end} are other bytes than those of the whole.`)
      }
    }
    for (let at = 0; at < plan.size; at++) {
      if (made(plan, { start: at, end: at })[0] !== whole[at]) assert.fail(`Byte ${at} differs.`)
    }
  })

  /** Reads a planned zip. Its bytes are generated when they are read, because the whole would be too large. */
  function readPlan(plan: ZipPlan) {
    return readZip(plan.size, (offset, length) =>
      made(plan, { start: offset, end: offset + length - 1 })
    )
  }

  test('more than 4 GiB: {title}')
    .with([
      { title: 'one file', sizes: [5 * GiB, 10] },
      { title: 'exactly beyond 32 bits', sizes: [0xffffffff, 0xfffffffe, 3] },
      { title: 'all of them together', sizes: [3 * GiB, 3 * GiB, 7] },
      { title: 'the last one alone', sizes: [1, 40_000 * GiB] },
    ])
    .run(({ assert }, { sizes }) => {
      const all = sizes.map((size, at) => file(`f${at}`, size, at))
      const plan = new ZipPlan(all)
      const read = readPlan(plan)
      assert.deepEqual(
        read.map(({ name, size }) => [name, size]),
        all.map(({ path, size }) => [path, size])
      )
      const last = read.at(-1)!
      assert.isTrue(
        made(plan, { start: last.at, end: last.at }).equals(
          bytesOf(`c${all.length - 1}`, { start: 0, end: 0 })
        )
      )
    })

  test('more files than 16 bits count: {$self}')
    .with(size({ quick: [65_535], full: [65_534, 65_535] }))
    .run(({ assert }, count) => {
      const all = Array.from({ length: count }, (_, at) => file(`f${at}`, 0, at))
      assert.lengthOf(readPlan(new ZipPlan(all)), count)
    })

  test('its ETag changes with any change', ({ assert }) => {
    const tag = (...all: PlannedEntry[]) => new ZipPlan(all).etag
    const one = file('a', 5, 1)
    assert.equal(tag(one), tag({ ...one }))
    const tags = [
      tag(one),
      tag({ ...one, path: 'b' }),
      tag({ ...one, size: 6 }),
      tag({ ...one, contentId: 'c2' }),
      tag({ ...one, modifiedAt: '2026-03-30T00:00:00.000Z' }),
      tag(one, folder('e/')),
    ]
    assert.lengthOf([...new Set(tags)], tags.length)
  })
})

test.group('Names in a zip', () => {
  test('{given} becomes {name}')
    .with([
      { given: 'plan.pdf', name: 'plan.pdf' },
      { given: 'Gro\u0308ße', name: 'Größe' },
      { given: '..', name: '__' },
      { given: '../../etc/passwd', name: '.._.._etc_passwd' },
      { given: 'C:\\boot.ini', name: 'C__boot.ini' },
      { given: 'a\u0000b\nc', name: 'a_b_c' },
      { given: 'con', name: 'con_' },
      { given: 'COM1.tar.gz', name: 'COM1_.tar.gz' },
      { given: 'console.log', name: 'console.log' },
      { given: 'end. ', name: 'end__' },
      { given: 'cod\u202Efdp.exe', name: 'cod_fdp.exe' },
      { given: '\ud800', name: '\ufffd' },
      { given: '', name: '_' },
    ])
    .run(({ assert }, { given, name }) => assert.equal(repairName(given), name))

  test('equal names are numbered', ({ assert }) => {
    const names = new NamesInUse()
    const taken = ['a.txt', 'a.txt', 'a (2).txt', 'b.txt', '.env', '.env'].map((name) =>
      names.take(name, false)
    )
    assert.deepEqual(taken, ['a.txt', 'a (2).txt', 'a (2) (2).txt', 'b.txt', '.env', '.env (2)'])
    assert.equal(names.take('v1.2', true), 'v1.2')
    assert.equal(names.take('v1.2', true), 'v1.2 (2)')
  })

  // Red when NamesInUse compares names exactly, or only in lower case.
  test('names that Windows or macOS treats as equal are numbered', ({ assert }) => {
    const names = new NamesInUse()
    const given = [
      'A.txt',
      'a.txt',
      'a (2).TXT',
      'K',
      '\u212a',
      'SS',
      '\u00df',
      'e\u0301',
      '\u00c9',
    ]
    assert.deepEqual(
      given.map((name) => names.take(name, false)),
      [
        'A.txt',
        'a (2).txt',
        'a (2) (2).TXT',
        'K',
        '\u212a (2)',
        'SS',
        '\u00df (2)',
        'e\u0301',
        '\u00c9 (2)',
      ]
    )
  })

  // Red when each name tries all numbers from the first one, which takes minutes.
  test('many spellings of one name are fast', ({ assert }) => {
    const names = new NamesInUse()
    const letters = [...'abcdefghijklm']
    const begun = process.threadCpuUsage()
    const taken = Array.from({ length: 2 ** letters.length }, (_, bits) =>
      names.take(
        letters.map((one, at) => ((bits >> at) & 1 ? one.toUpperCase() : one)).join(''),
        false
      )
    )
    assert.isBelow(process.threadCpuUsage(begun).user, 10_000_000)
    assert.equal(new Set(taken.map((name) => name.toLowerCase())).size, taken.length)
  })
})
