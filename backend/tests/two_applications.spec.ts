import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import vine from '@vinejs/vine'
import { Logger } from '@adonisjs/core/logger'
import { test } from '@japa/runner'
import {
  bootApp,
  FeedReader,
  migratedDatabase,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { defineJob, enqueue } from '@crossdock/kernel/jobs'
import { operation } from '@crossdock/kernel/http'
import { contribute, definePlugin, jobRef } from '@crossdock/kernel/plugin'
import { secrets } from '@crossdock/kernel/secrets'
import { settings } from '@crossdock/kernel/settings'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import type { FreshDatabase } from '@crossdock/kernel/testing'
import { stepTypes } from '@crossdock/flows/contracts'
import { installed } from '../plugins.js'
import { Asset } from '../app/assets/models/asset.js'
import { formOf } from '../app/assets/tests/support.js'
import { countedLately } from '../kernel/lists/totals.js'
import { SecurityLog, useSecurityLog } from '../kernel/ground/security_log.js'
import { FlowLab, probes } from '../../plugins/flows/tests/flow_lab.js'
import { Probe } from '../../plugins/flows/tests/probe.js'

const note = jobRef<{ by: string }>('two.note')
const said = vine.create({ said: vine.string() })

/** One of two applications. Everything in it contains its name, so that the test detects mixed data. */
class House {
  readonly steps = new Probe()
  /** Who added each job that ran here, and whose settings it used. */
  readonly notes: [by: string, at: string][] = []
  readonly security: { event: string; email?: string | null }[] = []
  app!: TestApp
  tenant!: TestTenant
  flows!: FlowLab

  constructor(
    readonly name: string,
    readonly database: FreshDatabase
  ) {}

  get url(): string {
    return `https://${this.name}.example`
  }

  get #plugin() {
    const { name, steps, notes } = this
    class Greeting {
      show() {
        return { said: `${name} at ${settings.use().APP_URL}` }
      }
    }
    const controller = async () => ({ default: Greeting })
    return definePlugin({
      name,
      version: '1.0.0',
      compatibility: '^0.1',
      dependsOn: ['flows'],
      healthChecks: [{ name, check: async () => ({ status: 'ok' as const }) }],
      contributes: [
        contribute(stepTypes, (types) => types.add('probe', steps)),
        contribute(stepTypes, (types) => types.add(`probe_of_${name}`, steps)),
      ],
      operations: async () => ({
        default: [
          operation(
            `GET /${name}`,
            { summary: 'Greets', access: 'public', response: said },
            controller,
            'show'
          ),
        ],
      }),
      jobs: async () => ({
        default: [
          defineJob(note, {
            handle: async ({ payload }) => void notes.push([payload.by, settings.use().APP_URL]),
          }),
        ],
      }),
    })
  }

  async open(): Promise<this> {
    this.app = await bootApp({
      database: this.database,
      plugins: [this.#plugin],
      settings: {
        APP_URL: this.url,
        APP_KEY: this.name.repeat(8),
        EGRESS_ALLOW: ['127.0.0.1/32'],
        MAIL_FROM: `mail@${this.name}.example`,
      },
    })
    const write = (chunk: unknown, _: string, done: () => void) => {
      this.security.push(JSON.parse(String(chunk)))
      done()
    }
    const logger = new Logger({ enabled: true, destination: new Writable({ write }) })
    await this.app.inside(async () =>
      useSecurityLog(new SecurityLog(logger, new Map([['user_signed_in', []]])))
    )
    return this
  }

  /** The first people. They have the same names in both applications. */
  async furnish(): Promise<void> {
    this.tenant = await this.app.tenant('acme')
    this.flows = new FlowLab(this.app, this.tenant)
  }

  upload(name: string): Promise<{ id: string }> {
    const body = formOf({ name, bytes: `${name} of ${this.name}` })
    return this.app.ok('POST', '/api/assets', { as: this.tenant.editor, body })
  }

  async files(): Promise<string[]> {
    const files = await this.app.ok<{ name: string }[]>('GET', '/api/assets?limit=100', {
      as: this.tenant.viewer,
    })
    return files.map(({ name }) => name).sort()
  }

  follow(): Promise<FeedReader<{ target: { id: string } }>> {
    return FeedReader.open(this.app.url, '/api/events/stream', this.tenant.viewer)
  }

  async run(): Promise<unknown> {
    const flow = await this.flows.workflow({ name: this.name, steps: probes('tell') })
    const { id } = await this.flows.start(flow)
    return (await this.flows.reached(id, 'completed', 'failed')).stepResults[0]?.output
  }
}

test.group('Two applications in one process', (group) => {
  let north: House
  let south: House
  const both = <T>(work: (house: House) => Promise<T>) => Promise.all([north, south].map(work))

  group.setup(async () => {
    const made = [await migratedDatabase(installed), await migratedDatabase(installed)] as const
    north = new House('north', made[0])
    south = new House('south', made[1])
    await both((house) => house.open())
    await both((house) => house.furnish())
    for (const { name, steps } of [north, south]) {
      steps.on('tell', async () => ({ from: name, at: settings.use().APP_URL }))
    }
    return async () => {
      await both(({ app }) => app.stop())
      for (const database of made) await database.remove()
    }
  })

  // Red when services (including settings) or the description are module variables.
  test('each uses its own settings and plugins', async ({ assert }) => {
    for (const { app, name, url } of [north, south, north]) {
      const { said } = await app.ok<{ said: string }>('GET', `/api/${name}`)
      assert.equal(said, `${name} at ${url}`)
    }
    assert.equal((await north.app.call('GET', '/api/south')).status, 404)
    const described = await both(async ({ app, tenant }) => {
      const as = tenant.viewer
      return Object.keys(
        (await app.ok<{ paths: object }>('GET', '/api/openapi.json', { as })).paths
      )
    })
    assert.deepEqual(
      described.map((paths) => paths.filter((path) => /north|south/.test(path))),
      [['/api/north'], ['/api/south']]
    )
  })

  // Red when the adapter is set on BaseModel, where Lucid sets its own at every boot.
  test('rows and files of parallel requests are not mixed', async ({ assert }) => {
    const turns = Array.from({ length: 12 }, (_, turn) => `file ${turn}`)
    const uploaded = await both(async (house) =>
      Promise.all(turns.map((name) => house.upload(`${name} in ${house.name}`)))
    )
    const names = (name: string) => turns.map((file) => `${file} in ${name}`).sort()
    assert.deepEqual(await both((house) => house.files()), [names('north'), names('south')])
    // A loaded row is saved to its own database.
    await both((house) => {
      const { id } = uploaded[house === north ? 0 : 1]![0]!
      const body = { name: `a new name in ${house.name}` }
      return house.app.ok('PUT', `/api/assets/${id}`, { as: house.tenant.editor, body })
    })
    for (const house of [north, south]) {
      assert.include(await house.files(), `a new name in ${house.name}`)
      const [first] = uploaded[house === north ? 0 : 1]!.slice(1)
      const as = house.tenant.viewer
      const path = `/api/assets/${first!.id}/content`
      assert.equal(
        await house.app.ok('GET', path, { as }),
        `file 1 in ${house.name} of ${house.name}`
      )
      const other = house === north ? south : north
      assert.equal((await other.app.call('GET', path, { as: other.tenant.viewer })).status, 404)
    }
  })

  // Red when the adapter of the models keeps its first database.
  test('a model is saved to the database it was read from', async ({ assert }) => {
    const rename = ({ app, tenant, name }: House) =>
      app.inside(() =>
        inTenant(tenant.id, async () => {
          const row = await Asset.query().where('name', `file 2 in ${name}`).firstOrFail()
          row.name = `file 2, renamed in ${name}`
          await row.save()
        })
      )
    await both(rename)
    for (const house of [north, south]) {
      assert.include(await house.files(), `file 2, renamed in ${house.name}`)
    }
  })

  test('a session of one is unknown in the other', async ({ assert }) => {
    for (const [house, other] of [
      [north, south],
      [south, north],
    ] as const) {
      for (const as of [other.tenant.admin, other.tenant.token]) {
        assert.equal((await house.app.call('GET', '/api/users', { as })).status, 401)
      }
      assert.equal(
        (await house.app.call('GET', '/api/users', { as: house.tenant.token })).status,
        200
      )
    }
  })

  // Red when the caches, or their invalidation, belong to the process.
  test('a revoked token is refused immediately, in both', async ({ assert }) => {
    const path = '/api/api-tokens'
    const lives = await both(async ({ app, tenant: { admin } }) => {
      const statuses: number[] = []
      for (let turn = 0; turn < 3; turn++) {
        const made = await app.ok<{ id: string; token: string }>('POST', path, {
          as: admin,
          body: { name: `short-lived ${turn}` },
        })
        const as = { headers: { authorization: `Bearer ${made.token}` } }
        const use = async () => statuses.push((await app.call('GET', '/api/users', { as })).status)
        await use()
        await use()
        await app.ok('DELETE', `${path}/${made.id}`, { as: admin })
        await use()
      }
      return statuses
    })
    const life = [200, 200, 401]
    for (const lived of lives) assert.deepEqual(lived, [...life, ...life, ...life])
  })

  test('each sends its own mails to the same address, with its own links', async ({ assert }) => {
    const email = 'both@acme.example'
    const mails = await both(({ app, tenant }) =>
      app.mailTo(
        email,
        () => app.ok('POST', '/api/users', { as: tenant.admin, body: { email, role: 'viewer' } }),
        /https:/
      )
    )
    assert.include(mails[0]!.text, 'https://north.example')
    assert.notInclude(mails[0]!.text, 'south.example')
    assert.include(mails[1]!.text, 'https://south.example')
    assert.notInclude(mails[1]!.text, 'north.example')
  })

  // Red when an extension point belongs to the process.
  test('each runs its own jobs and runs', async ({ assert }) => {
    const runs = await both((house) => Promise.all([house.run(), house.run(), house.run()]))
    for (const [index, { name, url }] of [north, south].entries()) {
      assert.deepEqual(runs[index], Array(3).fill({ from: name, at: url }))
    }
    assert.lengthOf(north.steps.calls, 3)
    const add = ({ app, tenant, name }: House) =>
      app.inside(() => inTenant(tenant.id, async () => void (await enqueue(note, { by: name }))))
    for (let turn = 0; turn < 10; turn++) await both(add)
    await both(({ name, notes }) => until(`the jobs of ${name}`, () => notes.length === 10))
    for (const { name, url, notes } of [north, south]) {
      assert.deepEqual(notes, Array(10).fill([name, url]))
    }
  })

  // Red when the notification that wakes the tails belongs to the process.
  test('a feed contains only events of its own application', async ({ assert }) => {
    const feeds = await both((house) => house.follow())
    for (const feed of feeds) await until('the feed to begin', () => feed.lastEventId)
    const files = await both(async (house) => {
      const made = []
      for (const turn of ['one', 'two', 'three']) made.push(await house.upload(`fed ${turn}`))
      return made.map(({ id }) => id)
    })
    for (const [index, feed] of feeds.entries()) {
      const messages = await feed.received(3)
      feed.close()
      assert.deepEqual(
        messages.map(({ data }) => data.target.id),
        files[index]
      )
    }
  })

  test('one cannot open what the other sealed', async ({ assert }) => {
    const sealed = await north.app.inside(async () => secrets.use().seal('a password', 'x'))
    assert.equal(await north.app.inside(async () => secrets.use().open(sealed, 'x')), 'a password')
    await assert.rejects(() => south.app.inside(async () => secrets.use().open(sealed, 'x')))
  })

  // Red when the counters of limits, the health or the totals belong to the process.
  test('caches, counters and logs are separate', async ({ assert }) => {
    const email = 'often@acme.example'
    const ask = ({ app }: House) =>
      app.call('POST', '/api/auth/magic-link', { body: { email, tenantId: 'acme' } })
    const statuses = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await ask(north)).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
    assert.equal((await ask(south)).status, 200)
    const refused = ({ security }: House) => security.some(({ event }) => event === 'limit')
    assert.deepEqual([refused(north), refused(south)], [true, false])

    const health = await both(({ app }) =>
      app.ok<{ components: object }>('GET', '/api/health').then(({ components }) => components)
    )
    for (const [index, { name }] of [north, south].entries()) {
      const houses = Object.keys(health[index]!).filter((key) => /north|south/.test(key))
      assert.deepEqual(houses, [name])
    }

    const total = (house: House, rows: number) =>
      house.app.inside(() => countedLately('the same list', async () => rows))
    assert.deepEqual([await total(north, 20_000), await total(south, 30_000)], [20_000, 30_000])
  })

  test('code outside of both is refused', async ({ assert }) => {
    const sentence = /2 applications run in this process and this code runs outside all of them/
    assert.throws(() => settings.use(), sentence)
    await assert.rejects(async () => asOperator('a test', async () => unscoped()), sentence)
  })

  // Red when the security log belongs to the process: stopping one application closes it for the other.
  test('stopping one does not affect the other, and it can start again', async ({ assert }) => {
    const feed = await south.follow()
    await until('the feed to begin', () => feed.lastEventId)
    await north.app.stop()
    const { id } = await south.upload('in between')
    assert.equal((await feed.received(1))[0]!.data.target.id, id)
    assert.deepEqual(await south.run(), { from: 'south', at: south.url })
    const lines = south.security.length
    const as = { headers: { authorization: 'Bearer cdk_nobody' } }
    assert.equal((await south.app.call('GET', '/api/users', { as })).status, 401)
    await until('a line of the security log', () => south.security.length > lines)
    assert.equal(settings.use().APP_URL, south.url)

    await north.open()
    north.flows = new FlowLab(north.app, north.tenant)
    assert.include(await north.files(), 'a new name in north')
    assert.notInclude(await north.files(), 'in between')
    const runs = await both((house) => house.run())
    assert.deepEqual(runs, [
      { from: 'north', at: north.url },
      { from: 'south', at: south.url },
    ])
    assert.isFalse(feed.ended)
    feed.close()
    for (const { database } of [north, south]) {
      assert.include(await readdir(database.dataDir), 'mail')
      assert.isNotEmpty(await readdir(join(database.dataDir, 'content')))
    }
  })
})
