// onBothDatabases: its SQL differs by database
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { test } from '@japa/runner'
import { bootApp, freePort, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { inTenant } from '@crossdock/kernel/tenancy'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { environmentResolver } from '../../tenancy/environment_tables.js'
import { ledger } from '../ledger.js'
import { callAtOnce } from './lab.js'

/** A Redis for the test without persistence: after a restart it is empty. */
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

  /** Kills without a graceful shutdown. */
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
    /** The usage that the first process knows. */
    const usedOf = (meter: string) =>
      apps[0]!.inside(() =>
        inTenant(acme.id, async () => {
          const environmentId = await environmentResolver.use().resolve(acme.id, null)
          const of = { tenantId: acme.id, environmentId: environmentId! }
          return (await ledger.use().used(meter, of))!.used
        })
      )
    const others = { rate_limit_per_minute: 1_000_000, api_calls_per_month: 1_000_000 }

    test('let exactly 100 of 200 concurrent calls through', async ({ assert }) => {
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

    // Red when a restarted Redis starts at zero (the database's values are not passed on).
    test('keep counting while Redis fails and returns empty', async ({ assert }) => {
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
      // Exactly 40 are left.
      passed += (await callAtOnce(urls(), acme.token, 100)).passed
      assert.equal(passed, 200)
      await redis.start()
      passed += (await callAtOnce(urls(), acme.token, 10)).passed
      assert.equal(passed, 200)
    })

    // Red when the database starts with its own values (those of the processes are neither recorded nor passed
    // on).
    test('let no call through twice when Redis fails in the middle', async ({ assert }) => {
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
      // Only requests in flight to a failing Redis may be lost.
      assert.isAtLeast(before + passed + more, 100 - atOnce)
      await redis.start()
      assert.equal((await callAtOnce(urls(), acme.token, 10)).passed, 0)
    })

    // Red when a process does not wait for the places of others: at the database (noted), or at a restarted
    // Redis (isUnsettled, back).
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

    // Red when usage returned to Redis stays recorded in the database (`lowerUsage`): a hundredth of the month
    // is lost at each start.
    test('lose nothing of a month when a process restarts', async ({ assert }) => {
      await limit({ ...others, api_calls_per_month: 10_000 })
      for (let turn = 0; turn < 3; turn++) {
        const app = await bootApp({
          settings: { REDIS_URL: redis.url },
          database: apps[0]!.database,
        })
        assert.equal((await callAtOnce([app.url], acme.token, 2)).passed, 2)
        await app.stop()
      }
      assert.equal(await usedOf('apiCallsPerMonth'), 6)
    })

    // Red when #noteAll() records nothing: a process with lower values would take over.
    test('share their knowledge when Redis fails', async ({ assert, cleanup }) => {
      await limit({ ...others, rate_limit_per_minute: 100 })
      const [first, second] = urls() as [string, string]
      assert.equal((await callAtOnce([second], acme.token, 1)).passed, 1)
      assert.equal((await callAtOnce([first], acme.token, 60)).passed, 60)
      // A process that finds Redis gone waits until the first has recorded its values.
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
