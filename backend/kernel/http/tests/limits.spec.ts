import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from '@japa/runner'
import { clientKey, closeLimits, Limit, Problem } from '@crossdock/kernel/http'
import { until } from '@crossdock/kernel/testing'
import { readSettings, settings } from '@crossdock/kernel/settings'

import { checkRedis, openLimits } from '../limits.js'

const redisUrl = process.env.TEST_REDIS_URL

function useRedis(REDIS_URL: string | undefined): void {
  const complete = { APP_URL: 'http://localhost:3333', APP_KEY: 'k'.repeat(32) }
  settings.provide({ ...readSettings({}), ...complete, REDIS_URL })
}

/** How many of `turns` uses pass. */
async function passed(limit: Limit, key: string, turns: number): Promise<number> {
  let count = 0
  for (let turn = 0; turn < turns; turn++) {
    await limit.use(key).then(
      () => count++,
      (error) => {
        if (!(error instanceof Problem && error.status === 429)) throw error
      }
    )
  }
  return count
}

const rule = () => ({ name: crypto.randomUUID(), points: 3, seconds: 60 })

test.group('limits', (group) => {
  group.each.setup(() => useRedis(undefined))
  group.each.teardown(() => closeLimits())

  test('let so many uses of a key pass, then say when to come back', async ({ assert }) => {
    const limit = new Limit(rule())
    assert.equal(await passed(limit, 'ann', 5), 3)
    assert.equal(await passed(limit, 'bob', 5), 3)
    const refusal = await limit.use('ann').catch((error: Problem) => error)
    assert.instanceOf(refusal, Problem)
    const { status, headers, message } = refusal as Problem
    assert.equal(status, 429)
    assert.closeTo(Number(headers['retry-after']), 60, 2)
    assert.match(message, /Try again in/)
  })

  test('can be asked without counting', async ({ assert }) => {
    const limit = new Limit(rule())
    for (let turn = 0; turn < 10; turn++) await limit.assertLeft('ann')
    assert.equal(await passed(limit, 'ann', 3), 3)
    await assert.rejects(() => limit.assertLeft('ann'), /Too many attempts/)
  })

  test('are the same for all processes on one Redis', async ({ assert }) => {
    useRedis(redisUrl)
    const shared = rule()
    const [one, other] = [new Limit(shared), new Limit(shared)]
    assert.equal(await passed(one, 'ann', 2), 2)
    assert.equal(await passed(other, 'ann', 2), 1)
    await closeLimits()
    assert.equal(await passed(one, 'ann', 1), 0)
  }).skip(!redisUrl, 'TEST_REDIS_URL is not set')

  // Red when an outage is told at every failed attempt, or not at all.
  test('tell once that Redis went, once that it is back', async ({ assert }) => {
    const { hostname, port } = new URL(redisUrl!)
    const sockets = new Set<Socket>()
    const between = createServer((socket) => {
      const redis = connect(Number(port), hostname)
      socket.pipe(redis).pipe(socket)
      for (const one of [socket, redis]) sockets.add(one.on('error', () => undefined))
    })
    const listen = async (at: number) => {
      between.listen(at, '127.0.0.1')
      await once(between, 'listening')
      return (between.address() as AddressInfo).port
    }
    const cut = () => {
      between.close()
      for (const socket of sockets) socket.destroy()
    }
    const there = await listen(0)
    const told: string[] = []
    const note = (line: unknown) => void told.push(String(line))
    useRedis(`redis://:secret@127.0.0.1:${there}`)
    try {
      openLimits({ warn: note, info: note })
      await until('Redis', async () => (await checkRedis()).status === 'ok')
      assert.deepEqual(told, [])
      cut()
      await until('the outage', async () => (await checkRedis()).status === 'degraded')
      assert.equal(await passed(new Limit(rule()), 'ann', 5), 3)
      await listen(there)
      await until('Redis to be back', async () => (await checkRedis()).status === 'ok')
      assert.lengthOf(told, 2)
      assert.match(told[0]!, /is away/)
      assert.match(told[1]!, /is back/)
      assert.notInclude(told.join(), 'secret')
    } finally {
      await closeLimits()
      cut()
    }
  }).skip(!redisUrl, 'TEST_REDIS_URL is not set')

  test('hold in each process while Redis is away', async ({ assert }) => {
    useRedis('redis://127.0.0.1:1')
    assert.equal(await passed(new Limit(rule()), 'ann', 5), 3)
  })

  test('count an IPv6 customer once, however many addresses they use', ({ assert }) => {
    assert.equal(clientKey('2001:db8:1:2:3:4:5:6'), clientKey('2001:db8:1:2::1'))
    assert.notEqual(clientKey('2001:db8:1:2::1'), clientKey('2001:db8:1:3::1'))
    assert.equal(clientKey('::ffff:192.0.2.7'), clientKey('192.0.2.7'))
    assert.notEqual(clientKey('192.0.2.7'), clientKey('192.0.2.8'))
  })
})
