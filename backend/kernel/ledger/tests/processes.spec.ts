// onBothDatabases: its SQL differs by database
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { bootApp, freePort, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { environmentResolver } from '../../http/identity.js'
import { ledger } from '../ledger.js'
import { callAtOnce } from './lab.js'

/** A Redis of the test's own, which keeps nothing on disk: when it is back it knows nothing. */
class OwnRedis {
  #child: ChildProcess | undefined

  constructor(readonly port: number) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const given = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '']
    this.#child = spawn('redis-server', [...given, '--appendonly', 'no'], { stdio: 'ignore' })
    const { Redis } = await import('ioredis')
    const client = new Redis(this.url, { lazyConnect: true, retryStrategy: () => 50 })
    client.on('error', () => undefined)
    try {
      await client.connect().catch(() => undefined)
      await until('Redis to answer', async () => (await client.ping().catch(() => '')) === 'PONG')
    } finally {
      client.disconnect()
    }
  }

  /** Gives no time to say goodbye. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

for (const where of ['Redis', 'PostgreSQL'] as const) {
  const skipped = testDatabase !== 'pg'
  test.group(`Two processes on ${where}`, (group) => {
    let redis: OwnRedis
    let apps: TestApp[] = []
    let acme: TestTenant
    let turn = 0

    if (skipped) return

    group.setup(async () => {
      redis = new OwnRedis(await freePort())
      if (where === 'Redis') await redis.start()
      const settings = where === 'Redis' ? { REDIS_URL: redis.url } : {}
      const first = await bootApp({ settings })
      apps = [first, await bootApp({ settings, database: first.database })]
      return async () => {
        for (const app of apps.toReversed()) await app.stop()
        await redis.kill()
      }
    })
    group.each.setup(async () => {
      acme = await apps[0]!.tenant(`acme${turn++}`)
    })

    const urls = () => apps.map(({ url }) => url)
    const limit = async (limits: Record<string, number>) => {
      for (const app of apps) await app.limit(acme.id, limits)
    }
    /** As the first process knows it. */
    const usedOf = (meter: string) =>
      apps[0]!.inside(() =>
        inTenant(acme.id, async () => {
          const environmentId = await environmentResolver.use().resolve(acme.id, null)
          const of = { tenantId: acme.id, environmentId: environmentId! }
          return (await ledger.use().used(meter, of))!.used
        })
      )
    const others = { rate_limit_per_minute: 1_000_000, api_calls_per_month: 1_000_000 }

    test('let exactly 100 of 200 at once through', async ({ assert }) => {
      await limit({ rate_limit_per_minute: 100 })
      const { passed, refused } = await callAtOnce(urls(), acme.token, 200)
      assert.deepEqual([passed, refused], [100, 100])
      assert.equal((await callAtOnce(urls(), acme.token, 10)).passed, 0)
    })

    test('share what is left of a month', async ({ assert }) => {
      await limit({ ...others, api_calls_per_month: 300 })
      assert.equal((await callAtOnce([urls()[0]!], acme.token, 150)).passed, 150)
      const { passed } = await callAtOnce(urls(), acme.token, 200)
      assert.equal(passed, 150)
    })

    if (where !== 'Redis') return

    const seesRedis = (app: TestApp) =>
      until('Redis to be seen', async () => {
        const { body } = await call<{ components: { redis?: { status: string } } }>(
          ...([app.url, 'GET', '/api/health'] as const),
          { as: await apps[0]!.superAdmin() }
        )
        return body.components.redis?.status === 'ok'
      })

    // Red when a Redis that is back begins anew (what the database knows is not handed over).
    test('count on while Redis goes and comes back empty', async ({ assert }) => {
      await limit({ ...others, api_calls_per_month: 200 })
      let passed = (await callAtOnce(urls(), acme.token, 60)).passed
      assert.equal(passed, 60)
      await redis.kill()
      passed += (await callAtOnce(urls(), acme.token, 60)).passed
      assert.equal(passed, 120)
      await redis.start()
      await Promise.all(apps.map(seesRedis))
      passed += (await callAtOnce(urls(), acme.token, 40)).passed
      assert.equal(passed, 160)
      await redis.kill()
      // 40 are left, and not one more.
      passed += (await callAtOnce(urls(), acme.token, 100)).passed
      assert.equal(passed, 200)
      await redis.start()
      passed += (await callAtOnce(urls(), acme.token, 10)).passed
      assert.equal(passed, 200)
    })

    // Red when the database begins with what it knew itself (what processes know is neither noted there nor brought along).
    test('let nobody through twice while Redis goes in the middle', async ({ assert }) => {
      await limit({ ...others, api_calls_per_month: 100 })
      const atOnce = 4
      const before = (await callAtOnce(urls(), acme.token, 40)).passed
      let passed = 0
      const under = (async () => {
        for (let round = 0; round < 10; round++) {
          passed += (await callAtOnce(urls(), acme.token, atOnce)).passed
        }
      })()
      await until('some to pass', () => passed > 0)
      await redis.kill()
      await under
      const more = (await callAtOnce(urls(), acme.token, 100)).passed
      assert.isAtMost(before + passed + more, 100)
      // What was on its way to a Redis that died is all that is lost.
      assert.isAtLeast(before + passed + more, 100 - atOnce)
      await redis.start()
      assert.equal((await callAtOnce(urls(), acme.token, 10)).passed, 0)
    })

    // Red when nobody waits for what others hold: neither at the database (noted), nor at a Redis that is back (isUnsettled, back).
    test('give no place twice when Redis comes back empty', async ({ assert }) => {
      await limit({ ...others, concurrent_connections: 6 })
      const releases: (() => void)[] = []
      const holdAll = async (each: number) => {
        const asked = apps.flatMap((app) =>
          Array.from({ length: each }, () =>
            app.inside(() => inTenant(acme.id, () => ledger.use().hold('concurrentConnections')))
          )
        )
        const held = await Promise.allSettled(asked)
        const taken = held.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        releases.push(...taken)
        return taken.length
      }
      assert.equal(await holdAll(2), 4)
      await redis.kill()
      const away = holdAll(4)
      await redis.start()
      assert.equal(await away, 2)
      assert.equal(await holdAll(4), 0)
      await Promise.all(apps.map(seesRedis))
      assert.equal(await holdAll(4), 0)
      await apps[0]!.inside(async () => releases.forEach((release) => release()))
    })

    // Red when what is given back to Redis stays noted in the database (`lower`): a hundredth of the month is lost at each start.
    test('lose nothing of a month when a process ends and begins', async ({ assert }) => {
      await limit({ ...others, api_calls_per_month: 10_000 })
      for (let turn = 0; turn < 3; turn++) {
        const app = await bootApp({
          ...{ settings: { REDIS_URL: redis.url }, database: apps[0]!.database },
        })
        assert.equal((await callAtOnce([app.url], acme.token, 2)).passed, 2)
        await app.stop()
      }
      assert.equal(await usedOf('apiCallsPerMonth'), 6)
    })

    // Red when #noteAll() notes nothing: who knows little would begin there.
    test('know what each of them knew when Redis goes', async ({ assert, cleanup }) => {
      await limit({ ...others, rate_limit_per_minute: 100 })
      const [first, second] = urls() as [string, string]
      assert.equal((await callAtOnce([second], acme.token, 1)).passed, 1)
      assert.equal((await callAtOnce([first], acme.token, 60)).passed, 60)
      // Whoever finds it gone waits as long as the first takes to note what it knows.
      apps[0]!.clock.hold()
      cleanup(() => apps[0]!.clock.reset())
      await redis.kill()
      const asked = callAtOnce([second], acme.token, 100)
      const noted = async () => (await usedOf('rateLimitPerMinute')) >= 61
      await until('the first to note what it knows', noted)
      apps[0]!.clock.reset()
      const { passed } = await asked
      assert.isAtMost(passed, 39)
      assert.isAbove(passed, 30)
      await redis.start()
    })
  })
}
