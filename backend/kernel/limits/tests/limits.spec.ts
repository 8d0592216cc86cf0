// onOneDatabase: needs no database
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from '@japa/runner'
import { clientKey, closeLimits, Limit } from '@crossdock/kernel/limits'
import { Problem } from '@crossdock/kernel/ground'
import { until } from '@crossdock/kernel/testing'
import { readSettings, settings } from '@crossdock/kernel/settings'

import { checkRedis, openLimits } from '../limits.js'

const redisUrl = process.env.TEST_REDIS_URL

function useRedis(REDIS_URL: string | undefined): void {
  const complete = { APP_URL: 'http://localhost:3333', APP_KEY: 'k'.repeat(32) }
  settings.provide({ ...readSettings({}), ...complete, REDIS_URL })
}

/** How many of `turns` uses are allowed. */
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

/** A server that gives `answer` to every command. With `greets`, clients take it for Redis until they count. */
async function strangeRedis(answer: string, greets: boolean) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    socket.setEncoding('latin1').on('data', (text: string) => {
      for (const [, command] of text.matchAll(/\*\d+\r\n\$\d+\r\n(\w+)/g)) {
        const info = 'redis_version:7.2.0\r\nloading:0'
        if (!greets || /^(evalsha|eval|get|pttl|multi|exec)$/i.test(command!)) socket.write(answer)
        else if (/^info$/i.test(command!)) socket.write(`$${info.length}\r\n${info}\r\n`)
        else socket.write('+OK\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const rule = () => ({ name: crypto.randomUUID(), points: 3, seconds: 60 })

test.group('limits', (group) => {
  group.each.setup(() => useRedis(undefined))
  group.each.teardown(() => closeLimits())

  test('allow a number of uses per key, then say when to try again', async ({ assert }) => {
    const limit = new Limit(rule())
    assert.equal(await passed(limit, 'ann', 5), 3)
    assert.equal(await passed(limit, 'bob', 5), 3)
    const refusal = await limit.use('ann').catch((error: Problem) => error)
    assert.instanceOf(refusal, Problem)
    const { status, headers, message } = refusal as Problem
    assert.equal(status, 429)
    const wait = Number(headers['retry-after'])
    assert.isAbove(wait, 1)
    assert.isAtMost(wait, 60)
    assert.match(message, /Try again in/)
  })

  for (const [where, url] of Object.entries({ memory: undefined, Redis: redisUrl })) {
    // Red when tryUse does not count, or always returns the same.
    test(`return whether there was room, in ${where}`, async ({ assert }) => {
      useRedis(url)
      const limit = new Limit(rule())
      const answers: boolean[] = []
      for (let turn = 0; turn < 5; turn++) answers.push(await limit.tryUse('ann'))
      assert.deepEqual(answers, [true, true, true, false, false])
      assert.isTrue(await limit.tryUse('bob'))
      assert.equal(await passed(limit, 'ann', 1), 0)
    }).skip(where === 'Redis' && !redisUrl, 'TEST_REDIS_URL is not set')

    test(`return a use, in ${where}`, async ({ assert }) => {
      useRedis(url)
      const limit = new Limit(rule())
      for (let turn = 0; turn < 10; turn++) {
        await limit.use('ann')
        await limit.giveBack('ann')
      }
      assert.equal(await passed(limit, 'ann', 5), 3)
    }).skip(where === 'Redis' && !redisUrl, 'TEST_REDIS_URL is not set')
  }

  test('are shared by all processes on one Redis', async ({ assert }) => {
    useRedis(redisUrl)
    const shared = rule()
    const [one, other] = [new Limit(shared), new Limit(shared)]
    assert.equal(await passed(one, 'ann', 2), 2)
    assert.equal(await passed(other, 'ann', 2), 1)
    await closeLimits()
    assert.equal(await passed(one, 'ann', 1), 0)
  }).skip(!redisUrl, 'TEST_REDIS_URL is not set')

  // Red when every failed attempt logs an outage, or none does.
  test('log one outage of Redis and one recovery', async ({ assert }) => {
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
    const lines: string[] = []
    const note = (line: unknown) => void lines.push(String(line))
    useRedis(`redis://:secret@127.0.0.1:${there}`)
    try {
      openLimits({ warn: note, info: note })
      await until('Redis', async () => (await checkRedis()).status === 'ok')
      assert.deepEqual(lines, [])
      cut()
      await until('the outage', async () => (await checkRedis()).status === 'degraded')
      assert.equal(await passed(new Limit(rule()), 'ann', 5), 3)
      await listen(there)
      await until('Redis to be back', async () => (await checkRedis()).status === 'ok')
      assert.lengthOf(lines, 2)
      assert.match(lines[0]!, /does not answer/)
      assert.match(lines[1]!, /is back/)
      assert.notInclude(lines.join(), 'secret')
    } finally {
      await closeLimits()
      cut()
    }
  }).skip(!redisUrl, 'TEST_REDIS_URL is not set')

  test('apply in each process while Redis does not answer', async ({ assert }) => {
    useRedis('redis://127.0.0.1:1')
    assert.equal(await passed(new Limit(rule()), 'ann', 5), 3)
  })

  // Red when a value that is not a number is used as a count.
  test('apply in each process while Redis answers nonsense or nothing', async ({ assert }) => {
    const wrong = '$3\r\nabc\r\n'
    const answers = {
      silence: '',
      garbage: 'HTTP/1.1 400 Bad Request\r\n\r\n',
      word: '+OK\r\n',
      number: ':7\r\n',
      nothing: '$-1\r\n',
      none: '*0\r\n',
      error: '-WRONGTYPE no\r\n',
      words: `*2\r\n${wrong}${wrong}`,
      half: `*2\r\n:1\r\n${wrong}`,
      nested: '*1\r\n*0\r\n',
    }
    for (const [name, answer] of Object.entries(answers)) {
      for (const greets of [true, false]) {
        const { url, close } = await strangeRedis(answer, greets)
        useRedis(url)
        try {
          const [limit, asked] = [new Limit(rule()), new Limit(rule())]
          assert.equal(await passed(limit, 'ann', 5), 3, name)
          // Any other answer would be a 5xx.
          await asked.giveBack('ann')
          await assert.rejects(() => limit.use('ann'), /Too many attempts/)
        } finally {
          await closeLimits()
          close()
        }
      }
    }
  })

  test('apply when another program uses the same keys', async ({ assert, cleanup }) => {
    const { Redis } = await import('ioredis')
    const client = new Redis(redisUrl!)
    cleanup(() => client.disconnect())
    useRedis(redisUrl)
    const own = rule()
    await client.lpush(`limit:${own.name}:ann`, 'x')
    cleanup(async () => void (await client.del(`limit:${own.name}:ann`)))
    assert.equal(await passed(new Limit(own), 'ann', 5), 3)
    assert.equal(await passed(new Limit(own), 'bob', 5), 3)
  }).skip(!redisUrl, 'TEST_REDIS_URL is not set')

  test('count an IPv6 customer once, over all its addresses', ({ assert }) => {
    assert.equal(clientKey('2001:db8:1:2:3:4:5:6'), clientKey('2001:db8:1:2::1'))
    assert.notEqual(clientKey('2001:db8:1:2::1'), clientKey('2001:db8:1:3::1'))
    assert.equal(clientKey('::ffff:192.0.2.7'), clientKey('192.0.2.7'))
    assert.notEqual(clientKey('192.0.2.7'), clientKey('192.0.2.8'))
    assert.equal(clientKey('64:ff9b::192.0.2.7'), clientKey('192.0.2.7'))
    assert.notEqual(clientKey('64:ff9b::192.0.2.7'), clientKey('64:ff9b::192.0.2.8'))
  })
})
