// onOneDatabase: no database takes part
// clock: the SDK itself measures how long a store is silent, before a read is tried again
import { setImmediate } from 'node:timers/promises'
import { test } from '@japa/runner'
import type { TestContext } from '@japa/runner/core'
import { soonMs, testClock, until } from '@crossdock/kernel/testing'
import { NoRoom, PackLost, StorageAway } from '../errors.js'
import { ContentDamaged, type PackPlace } from '../index.js'
import { S3Packs } from '../s3/s3_packs.js'
import type { Patience } from '../s3/s3_bucket.js'
import type { Asked, Fault } from './s3_proxy.js'
import { seededBytes } from './seeded_bytes.js'
import { testBucket, type TestBucket } from './test_bucket.js'

const KiB = 1024
const MiB = 1024 * KiB

const hour = 60 * 60_000
/** Timeouts of a reader that gets no answer. */
const impatient: Patience = { silenceMs: soonMs, callMs: hour, againMs: soonMs }

/** Timeouts of a call whose every attempt fails. */
const hasty: Patience = { silenceMs: hour, callMs: hour, againMs: soonMs }

interface Opening {
  packBytes?: number
  patience?: Patience | undefined
  /** Default: a new bucket. */
  bucket?: TestBucket
}

async function opened(context: TestContext, { packBytes = 0, patience, ...of }: Opening = {}) {
  const bucket = of.bucket ?? (await testBucket(context))
  const packs = new S3Packs(bucket.open(patience), packBytes || undefined, 0)
  context.cleanup(() => packs.close())
  const append = async (bytes: Buffer) => (await packs.append('tenant', [bytes]))[0]!
  const read = async (place: PackPlace, size: number) => {
    const bytes = Buffer.alloc(size)
    await packs.read('tenant', place, bytes)
    return bytes
  }
  const keep = async (bytes: Buffer) => {
    const place = await append(bytes)
    await packs.sync('tenant', [place.pack])
    return place
  }
  const storedPacks = async () => {
    const found: { pack: string; size: number }[] = []
    for await (const { pack, size } of packs.list('tenant')) found.push({ pack, size })
    return found
  }
  return { bucket, packs, append, read, keep, storedPacks }
}

const puts = ({ method }: Asked) => method === 'PUT'
const gets = ({ method, list }: Asked) => method === 'GET' && !list

/** Applies a fault to the first matching requests. */
function once(isMeant: (asked: Asked) => boolean, fault: Fault, times = 1) {
  let left = times
  return (asked: Asked) => (isMeant(asked) && left-- > 0 ? fault : undefined)
}

/** Temporary answers of a busy store. */
const busy: { how: string; fault: Fault }[] = [
  { how: 'busy', fault: { refuse: 'SlowDown', status: 503 } },
  { how: 'too many calls', fault: { refuse: 'TooManyRequests', status: 429 } },
  { how: 'failed', fault: { refuse: 'InternalError', status: 500 } },
]

test.group('Packs in a bucket', () => {
  test('many concurrent writers get separate places, over several objects', async (context) => {
    const { packs, append, read, storedPacks } = await opened(context, { packBytes: 256 * KiB })
    const writes = Array.from({ length: 100 }, (_, at) => seededBytes(`${at}`, 10 * KiB + at))
    const places = await Promise.all(writes.map(append))
    await packs.sync('tenant', new Set(places.map(({ pack }) => pack)))
    for (const [index, bytes] of writes.entries()) {
      context.assert.isTrue((await read(places[index]!, bytes.length)).equals(bytes))
    }
    const found = await storedPacks()
    context.assert.lengthOf(found, 4)
    for (const { size } of found) context.assert.isAtMost(size, 256 * KiB)
  })

  /** Red when each sync writes an object of its own (`#writeSoon`). */
  test('small writes during another one share the next object', async (context) => {
    const { bucket, packs, append, storedPacks } = await opened(context)
    const { promise: after, resolve: goOn } = Promise.withResolvers<void>()
    bucket.suffer(once(puts, { after }))
    const writes: Promise<void>[] = []
    for (let at = 0; at < 20; at++) {
      const { pack } = await append(seededBytes(`${at}`, 1000))
      writes.push(packs.sync('tenant', [pack]))
      await setImmediate()
    }
    goOn()
    await Promise.all(writes)
    context.assert.isAtMost((await storedPacks()).length, 2)
  })

  /** Red when `sync` does not wait for the object to be written. */
  test('acknowledged bytes were confirmed by the store', async (context) => {
    const { bucket, append, packs, storedPacks } = await opened(context)
    const { promise: after, resolve: goOn } = Promise.withResolvers<void>()
    let [isAsked, isDone] = [false, false]
    bucket.suffer((asked) => {
      if (!puts(asked)) return undefined
      isAsked = true
      return { after }
    })
    const { pack } = await append(seededBytes('durable', 1000))
    context.assert.deepEqual(await storedPacks(), [])
    const synced = packs.sync('tenant', [pack]).then(() => (isDone = true))
    await until('the object to be sent', () => isAsked)
    const before = [await storedPacks(), isDone]
    goOn()
    await synced
    context.assert.deepEqual(before, [[], false])
    context.assert.deepEqual(await storedPacks(), [{ pack, size: 1000 }])
  })

  /** Red when `put` does not check the stored size. */
  test('a store that keeps half of the acknowledged bytes is detected', async (context) => {
    const { bucket, keep } = await opened(context)
    bucket.suffer((asked) => (puts(asked) ? 'store the half' : undefined))
    const failed = await keep(seededBytes('half', 1000)).catch((error: unknown) => error)
    context.assert.instanceOf(failed, StorageAway)
  })

  test('{$self}: the write is retried, and stored once')
    .with(['refused for a moment', 'cut off', 'lost answer'])
    .run(async (context, how) => {
      const { bucket, keep, read, storedPacks } = await opened(context)
      const fault = {
        'refused for a moment': { refuse: 'SlowDown', status: 503 } as const,
        'cut off': 'cut the body' as const,
        'lost answer': 'lose the answer' as const,
      }[how]!
      bucket.suffer(once(puts, fault))
      const bytes = seededBytes(how, 3 * MiB)
      const place = await keep(bytes)
      context.assert.isTrue((await read(place, bytes.length)).equals(bytes))
      context.assert.deepEqual(await storedPacks(), [{ pack: place.pack, size: bytes.length }])
    })

  /** Red when failures are not remembered: the second writer would get the error of a lost pack. */
  test('{how}: all writers of the pack get the error, and the next pack is a new one')
    .with([
      {
        how: 'refused',
        fault: { refuse: 'AccessDenied', status: 403 } as Fault,
        kind: StorageAway,
      },
      { how: 'full', fault: { refuse: 'QuotaExceeded', status: 403 } as Fault, kind: NoRoom },
      {
        how: 'full disk',
        fault: { refuse: 'XMinioStorageFull', status: 507 } as Fault,
        kind: NoRoom,
      },
      { how: 'overloaded', fault: { refuse: 'SlowDown', status: 503 } as Fault, kind: StorageAway },
      { how: 'silent', fault: 'stall' as Fault, kind: StorageAway },
      { how: 'too slow', fault: 'slow' as const, kind: StorageAway },
    ])
    .run(async (context, { fault, kind }) => {
      const { assert } = context
      const { bucket, packs, append, keep, read } = await opened(context, { patience: hasty })
      context.cleanup(() => testClock.reset())
      const { promise: after, resolve: goOn } = Promise.withResolvers<void>()
      const isLate = fault === 'stall' || fault === 'slow'
      const end = bucket.suffer((asked) => {
        if (!puts(asked)) return undefined
        // Advance the clock after the timer of this request has started.
        if (isLate) testClock.advance(hour)
        return fault === 'slow' ? { after } : fault
      })
      const [one, other] = [
        await append(seededBytes('one', 10)),
        await append(seededBytes('2', 10)),
      ]
      assert.equal(one.pack, other.pack)
      const first = await packs.sync('tenant', [one.pack]).catch((error: unknown) => error)
      const second = await packs.sync('tenant', [other.pack]).catch((error: unknown) => error)
      assert.instanceOf(first, kind)
      assert.equal(second, first)
      // The error does not reveal the secret.
      assert.notInclude(JSON.stringify(first) + String((first as Error).cause), 'test-secret')
      end()
      goOn()
      const bytes = seededBytes('next', 100)
      assert.isTrue((await read(await keep(bytes), 100)).equals(bytes))
    })

  async function readsAgain(context: TestContext, fault: Fault, patience?: Patience) {
    const { bucket, keep, read } = await opened(context, { patience })
    const bytes = seededBytes('again', MiB)
    const place = await keep(bytes)
    bucket.suffer(once(gets, fault))
    context.assert.isTrue((await read(place, bytes.length)).equals(bytes))
  }

  // Red when a wrong answer is taken for the object's bytes: readers would mark them as damaged.
  test('{how}: the read is retried')
    .with([
      { how: 'cut off', fault: 'cut the body' as Fault },
      { how: 'half the body', fault: 'send the half' as Fault },
      { how: 'nothing', fault: 'send nothing' as Fault },
      { how: 'a page', fault: { page: '<html>Sign in to this network</html>', status: 200 } },
      ...busy,
    ])
    .run((context, { fault }) => readsAgain(context, fault))

  test('an answer with another range is no damage: {$self}')
    .with(['send another range', 'know no ranges', 'send the half', 'a page'] as const)
    .run(async (context, how) => {
      const { assert } = context
      const { bucket, keep, read } = await opened(context, { patience: hasty })
      const bytes = seededBytes('range', 4000)
      const { pack } = await keep(bytes)
      const fault = how === 'a page' ? { page: '?'.repeat(1000), status: 200 } : how
      const end = bucket.suffer((asked) => (gets(asked) ? fault : undefined))
      const failed = await read({ pack, offset: 2000 }, 1000).catch((error: unknown) => error)
      assert.instanceOf(failed, StorageAway)
      // A store without support for ranges sends the whole object.
      if (how === 'know no ranges') {
        assert.isTrue((await read({ pack, offset: 0 }, 4000)).equals(bytes))
      }
      end()
      const part = await read({ pack, offset: 2000 }, 1000)
      assert.isTrue(part.equals(bytes.subarray(2000, 3000)))
    })

  // Red when a call has only three attempts: uploads must succeed while a third of all calls are refused.
  test('{how} nine times in a row: there is a tenth attempt')
    .with([...busy, { how: 'reset', fault: 'lose the answer' as Fault }])
    .run(async (context, { fault }) => {
      context.cleanup(() => testClock.reset())
      const patience = { silenceMs: hour, callMs: hour, againMs: hour }
      const { bucket, keep, read } = await opened(context, { patience })
      const bytes = seededBytes('patient', 1000)
      const suffering = (isMeant: (asked: Asked) => boolean) => {
        const nextFault = once(isMeant, fault, 9)
        bucket.suffer((asked) => {
          // Skips the following pause.
          setTimeout(() => testClock.advance(5_000), 5)
          return nextFault(asked)
        })
      }
      suffering(puts)
      const place = await keep(bytes)
      suffering(gets)
      context.assert.isTrue((await read(place, 1000)).equals(bytes))
    })

  // Red when a write that waited for an unanswered one waits for another time limit.
  test('a write that waits for an unanswered one fails with it', async (context) => {
    const { assert } = context
    context.cleanup(() => testClock.reset())
    const { bucket, packs, append, keep, read } = await opened(context)
    let asked = 0
    const end = bucket.suffer((one) => {
      if (!puts(one)) return undefined
      asked++
      return 'stall'
    })
    const failure = (pack: string) =>
      packs.sync('tenant', [pack]).then(
        () => undefined,
        (error: unknown) => error
      )
    const first = await append(seededBytes('first', 10))
    const refused = [failure(first.pack)]
    await until('the first to be sent', () => asked === 1)
    const second = await append(seededBytes('second', 10))
    assert.notEqual(second.pack, first.pack)
    refused.push(failure(second.pack))
    await setImmediate()
    testClock.advance(hour)
    const [one, other] = await Promise.all(refused)
    assert.instanceOf(one, StorageAway)
    assert.equal(other, one)
    assert.equal(asked, 1)
    end()
    const bytes = seededBytes('next', 100)
    assert.isTrue((await read(await keep(bytes), 100)).equals(bytes))
  })

  test('{$self}: the read is retried')
    .with(['stall in the body', 'stall'] as const)
    .run((context, fault) =>
      readsAgain(context, fault, { silenceMs: 1_500, callMs: hour, againMs: hour })
    )
    .tags(['long'])

  /** Red when a read has no time limit: the SDK waits forever. */
  test('{how}: a read does not wait forever, and the bytes do not count as damaged')
    .with([
      { how: 'silent', fault: 'stall' as Fault, patience: impatient },
      { how: 'silent in the middle', fault: 'stall in the body' as Fault, patience: impatient },
      { how: 'cut off', fault: 'cut the body' as Fault, patience: hasty },
      {
        how: 'refused',
        fault: { refuse: 'AccessDenied', status: 403 } as Fault,
        patience: undefined,
      },
    ])
    .run(async (context, { fault, patience }) => {
      const { bucket, keep } = await opened(context)
      const place = await keep(seededBytes('waiting', MiB))
      bucket.suffer((asked) => (gets(asked) ? fault : undefined))
      const { read } = await opened(context, { bucket, patience })
      const failed = await read(place, MiB).catch((error: unknown) => error)
      context.assert.instanceOf(failed, StorageAway)
    })

  test('missing bytes are reported as missing', async (context) => {
    const { packs, keep, read } = await opened(context)
    const place = await keep(seededBytes('short', 600))
    await context.assert.rejects(() => read(place, 1000), /ends at byte 600/)
    await context.assert.rejects(() => read({ ...place, offset: 700 }, 10), /ends at byte 700/)
    await packs.delete('tenant', place.pack)
    const gone = await read(place, 10).catch((error: unknown) => error)
    context.assert.instanceOf(gone, ContentDamaged)
    context.assert.match(String(gone), /is missing/)
  })

  /** Red when any 404 counts as an answer of the store: readers would mark chunks as damaged. */
  test('a 404 of a proxy does not count as a lost pack', async (context) => {
    const { bucket, keep, read } = await opened(context)
    const place = await keep(seededBytes('kept', 600))
    const page = '<html><body>404 page not found</body></html>'
    const end = bucket.suffer((asked) => (gets(asked) ? { page, status: 404 } : undefined))
    const failed = await read(place, 10).catch((error: unknown) => error)
    context.assert.instanceOf(failed, StorageAway)
    end()
    context.assert.isTrue((await read(place, 600)).equals(seededBytes('kept', 600)))
  })

  /** Red when `sync` ignores packs that it does not know. */
  test('bytes of a deleted pack are not reported as stored: {$self}')
    .with(['before it was written', 'after that'])
    .run(async (context, when) => {
      const { packs, append, keep } = await opened(context)
      const bytes = seededBytes('deleted', 1000)
      const { pack } = await (when === 'after that' ? keep(bytes) : append(bytes))
      await packs.delete('tenant', pack)
      const lost = await packs.sync('tenant', [pack]).catch((error: unknown) => error)
      context.assert.instanceOf(lost, PackLost)
    })

  /** Red when `release` deletes objects with bytes of other writers, or deletes nothing. */
  test('an abandoned write frees its own space only', async (context) => {
    const { assert } = context
    const { packs, append, keep, read, storedPacks } = await opened(context, {
      packBytes: 64 * KiB,
    })
    const sized = async (bytes: Buffer) => ({ ...(await append(bytes)), size: bytes.length })
    const complete = [
      await sized(seededBytes('a', 40 * KiB)),
      await sized(seededBytes('b', 40 * KiB)),
    ]
    await packs.sync('tenant', new Set(complete.map(({ pack }) => pack)))
    assert.lengthOf(await storedPacks(), 2)
    await packs.release('tenant', complete)
    assert.deepEqual(await storedPacks(), [])

    const gone = await sized(seededBytes('gone', 1000))
    const bytes = seededBytes('kept', 1000)
    const kept = await keep(bytes)
    assert.equal(kept.pack, gone.pack)
    await packs.release('tenant', [gone])
    assert.isTrue((await read(kept, 1000)).equals(bytes))

    const last = await sized(seededBytes('last', 1000))
    await packs.release('tenant', [last])
    assert.equal((await append(seededBytes('next', 10))).offset, 0)
  })

  test('tenants and their packs are listed, page by page and from a position', async (context) => {
    const { assert } = context
    const { bucket, packs, keep, storedPacks } = await opened(context)
    await bucket.replace('.probe-left-behind', Buffer.from('ok'))
    await bucket.replace('tenant/.probe-left-behind', Buffer.from('ok'))
    await bucket.replace('tenant/notes of the operator.txt', Buffer.from('none of ours'))
    for (let at = 0; at < 5; at++) await keep(seededBytes(`${at}`, 10 + at))
    const all = (await storedPacks()).map(({ pack }) => pack)
    assert.deepEqual(all, [...all].sort())
    assert.lengthOf(all, 5)
    const after: string[] = []
    for await (const { pack, closedAt } of packs.list('tenant', all[2])) {
      after.push(pack)
      assert.closeTo(closedAt, Date.now(), 60_000)
    }
    assert.deepEqual(after, all.slice(3))
    const tenants: string[] = []
    for await (const each of packs.tenants()) tenants.push(each)
    assert.deepEqual(tenants, ['tenant'])
  })

  test('no tenant or pack id leads out of its part of the bucket', async (context) => {
    const { packs, read } = await opened(context)
    await context.assert.rejects(() => packs.append('../other', [Buffer.from('x')]), /tenant id/)
    await context.assert.rejects(() => read({ pack: '../../x', offset: 0 }, 1), /pack id/)
  })

  test('the health check writes, leaves nothing, and reports why it fails', async (context) => {
    const { assert } = context
    const { bucket, packs } = await opened(context)
    testClock.hold()
    context.cleanup(() => testClock.reset())
    const health = await packs.check()
    assert.equal(health.freeBytes, Infinity)
    const reader = bucket.open()
    for await (const { key } of reader.list('')) assert.fail(`${key} is left`)
    await reader.close()
    const refusing = new S3Packs(bucket.open())
    bucket.suffer((asked) => (puts(asked) ? { refuse: 'AccessDenied', status: 403 } : undefined))
    await assert.rejects(() => refusing.check(), /S3 PutObject answered 403 \(AccessDenied/)
    await refusing.close()
    // A successful write proves health for a minute.
    assert.equal((await packs.check()).freeBytes, Infinity)
    testClock.advance(60_000)
    await assert.rejects(() => packs.check(), /S3 PutObject answered 403/)
  })

  // Red when the health check waits for its test write, or an upload does not count as a proof.
  test('a slow store is reported without delay, with the last successful write', async (context) => {
    const { assert } = context
    context.cleanup(() => testClock.reset())
    const { bucket, packs, keep } = await opened(context)
    const { promise: after, resolve: goOn } = Promise.withResolvers<void>()
    let probes = 0
    bucket.suffer((asked) => {
      if (!puts(asked) || !asked.key.startsWith('.probe')) return undefined
      probes++
      return { after }
    })
    const first = packs.check()
    await until('the probe to be sent', () => probes === 1)
    testClock.advance(1_000)
    const none = await first
    assert.isUndefined(none.provenMs)
    assert.isAtLeast(none.waitingMs!, 1_000)
    // An upload proves health, too.
    await keep(seededBytes('upload', 100))
    assert.isUndefined((await packs.check()).waitingMs)
    testClock.advance(61_000)
    const asked = packs.check()
    testClock.advance(1_000)
    const { provenMs, waitingMs } = await asked
    assert.isAtLeast(provenMs!, 62_000)
    assert.isAtLeast(waitingMs!, 63_000)
    assert.equal(probes, 1)
    goOn()
    await until('the answer', async () => (await packs.check()).waitingMs === undefined)
  })

  /** Red when chunks are not copied: their memory is reused. */
  test('memory of a chunk may be reused as soon as it is appended', async (context) => {
    const { packs, append, read } = await opened(context)
    const bytes = Buffer.from('as it was')
    const place = await append(bytes)
    bytes.fill('?')
    await packs.sync('tenant', [place.pack])
    await until('it', async () => (await read(place, 9)).toString() === 'as it was')
  })
})
