import { Readable } from 'node:stream'
// onOneDatabase: no database takes part
// clock: good pictures stay within a limit of processor time
import { until } from '@crossdock/backend/testing'
import { soonMs, testClock } from '@crossdock/kernel/testing'
import { newContext, peekContext, runInContext } from '@crossdock/kernel/tenancy'
import { clock } from '@crossdock/kernel/database'
import { test } from '@japa/runner'
import { DrawingBudget } from '../pictures/drawing_budget.js'
import { BudgetUsedUp, Pictures, slowBounds as pictureBounds } from '../pictures/pictures.js'
import { PictureLost } from '../pictures/picture_process.js'
import { endlessPdf, loopedPdf, pdf, picture } from './drawn_files.js'

const draw = (pictures: Pictures, bytes: Buffer, sent: Readable = Readable.from([bytes])) =>
  pictures.draw(() => Promise.resolve(sent), { size: bytes.length, side: 64, page: 1 })

const isThere = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const gone = (pid: number) => until(`the end of ${pid}`, () => !isThere(pid))

test.group('The process that draws', (group) => {
  let pictures: Pictures
  const begin = (bounds: Partial<typeof pictureBounds> = {}) =>
    (pictures = new Pictures({ ...pictureBounds, ...bounds }))
  group.each.teardown(() => pictures.end())

  test('draws one picture after the other', async ({ assert }) => {
    begin()
    const bytes = await picture(100, 50).png().toBuffer()
    const outcomes = await Promise.all([draw(pictures, bytes), draw(pictures, pdf(1))])
    const pid = pictures.pid!
    assert.deepEqual(
      outcomes.map((one) => 'picture' in one),
      [true, true]
    )
    await draw(pictures, bytes)
    assert.equal(pictures.pid, pid)
  })

  // Red when pictures are drawn in the order of arrival.
  test('takes turns between tenants', async ({ assert }) => {
    begin()
    const bytes = await picture(10, 10).png().toBuffer()
    const order: string[] = []
    const ask = (tenantId: string) =>
      runInContext(newContext({ tenantId }), async () => {
        await draw(pictures, bytes)
        order.push(peekContext()!.tenantId!)
      })
    await Promise.all([...Array.from({ length: 4 }, () => ask('acme')), ask('globex')])
    assert.deepEqual(order, ['acme', 'acme', 'globex', 'acme', 'acme'])
  })

  // Red when #drawFor() does not charge or check the budget, or when tenants share one.
  test('limits the processor time of each tenant in a minute', async ({ assert }) => {
    begin()
    testClock.hold()
    const good = await picture(10, 10).png().toBuffer()
    const as = (tenantId: string, bytes: Buffer) =>
      runInContext(newContext({ tenantId }), () => draw(pictures, bytes))
    try {
      const endless = as('acme', endlessPdf())
      process.kill(await until('the process', () => pictures.pid), 'SIGKILL')
      await assert.rejects(() => endless, PictureLost as never)
      await assert.rejects(() => as('acme', good), BudgetUsedUp as never)
      assert.property(await as('globex', good), 'picture')
      testClock.advance(60_000)
      assert.property(await as('acme', good), 'picture')
    } finally {
      testClock.reset()
    }
  })

  // Red when all waiting pictures come back in the same minute.
  test('spreads further pictures of a tenant over the next minutes', ({ assert }) => {
    const budget = new DrawingBudget(10)
    testClock.hold()
    const begun = clock.now()
    for (const usedMs of [6, 6]) budget.charge('acme', usedMs)
    const waits = Array.from({ length: 5 }, () => budget.waitsUntil('acme')!.getTime() - begun)
    testClock.reset()
    assert.deepEqual(waits, [60_000, 60_000, 120_000, 120_000, 180_000])
    assert.isUndefined(budget.waitsUntil('globex'))
  })

  // Red when the thread does not check the processor time: the page would be drawn for years.
  test('is ended when a picture takes too much processor time, and another one continues', async ({
    assert,
  }) => {
    const bounds = { ...pictureBounds, cpuMs: soonMs }
    pictures = new Pictures(bounds)
    const good = await picture(100, 50).png().toBuffer()
    const endless = draw(pictures, endlessPdf())
    await until('the process', () => pictures.pid !== undefined)
    const pid = pictures.pid!
    await assert.rejects(() => endless, PictureLost as never)
    await gone(pid)
    bounds.cpuMs = pictureBounds.cpuMs
    assert.property(await draw(pictures, good), 'picture')
  })

  // Red without the timer: the caller would wait forever.
  test('is ended when it does not answer', async ({ assert }) => {
    begin({ ms: soonMs, cpuMs: 120_000 })
    await assert.rejects(() => draw(pictures, endlessPdf()), new RegExp(`longer than ${soonMs} ms`))
  })

  // Red when the processor time of earlier pictures counts for the next one.
  test('gives each picture the same time', async ({ assert }) => {
    begin({ cpuMs: 4_000 })
    const large = await picture(4_000, 4_000).png().toBuffer()
    const pids = new Set<number>()
    for (let drawn = 0; drawn < 20; drawn++) {
      await draw(pictures, large)
      pids.add(pictures.pid!)
    }
    assert.equal(pids.size, 1)
  }).tags(['long'])

  test('ends with pages that form a cycle', async ({ assert }) => {
    begin()
    await draw(pictures, loopedPdf())
    assert.property(await draw(pictures, pdf(1)), 'picture')
  })

  // Red without the watching thread.
  test('is ended when it takes too much memory', async ({ assert }) => {
    begin({ memory: 8 * 1024 ** 2, cpuMs: 120_000 })
    // The picture must take longer than the interval between checks.
    await assert.rejects(() => draw(pictures, endlessPdf()), /has ended/)
  })

  test('is not used again after a picture it could not decode', async ({ assert }) => {
    begin()
    const good = await picture(100, 50).png().toBuffer()
    await draw(pictures, good)
    const pid = pictures.pid!
    assert.property(await draw(pictures, Buffer.from('no picture')), 'impossible')
    await gone(pid)
    assert.property(await draw(pictures, good), 'picture')
  })

  // Red when draw() does not end the process that waits for the rest of the bytes.
  test('does not wait for bytes that cannot be read', async ({ assert }) => {
    begin()
    const good = await picture(100, 50).png().toBuffer()
    const broken = Readable.from(
      (async function* () {
        yield good.subarray(0, 20)
        throw new Error('the disk is gone')
      })()
    )
    await assert.rejects(() => draw(pictures, good, broken), 'the disk is gone')
    assert.property(await draw(pictures, good), 'picture')
  })

  test('ends after a while without orders', async ({ assert }) => {
    begin({ idleMs: 1 })
    await draw(pictures, await picture(10, 10).png().toBuffer())
    await until('its end', () => pictures.pid === undefined)
    assert.isUndefined(pictures.pid)
  })

  test('reads no SVG', async ({ assert }) => {
    begin()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    assert.property(await draw(pictures, svg), 'impossible')
  })
})
