// onBothDatabases: it checks which database it runs on
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  raiseLimits,
  signIn,
  until,
  type Caller,
  type ServerProcess,
} from '@crossdock/backend/testing'
import { call, sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { newerVersion } from './newer_version.js'
import { ownServers } from './own_servers.js'

interface Answer {
  status: number
  body: Buffer
}

interface Sending {
  method: string
  path: string
  as: Caller
  type?: string
  body?: Buffer
}

/** Sends on a new connection, like a balancer without keep-alive. */
function send(url: string, { method, path, as, type, body }: Sending): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = {
    ...as.headers,
    ...(body ? { 'content-type': type, 'content-length': body.length } : {}),
  }
  const sent = request(new URL(path, url), { method, headers, agent: false }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode!, body: Buffer.concat(parts) }))
  })
  sent.on('error', reject)
  sent.end(body)
  return promise
}

/** Sends to any listening server, like a balancer: skips only servers that refuse the connection. */
async function ask(servers: readonly ServerProcess[], sending: Sending): Promise<Answer> {
  const first = randomInt(servers.length)
  for (let tries = 0; ; tries++) {
    const { url } = servers[(first + tries) % servers.length]!
    try {
      return await send(url, sending)
    } catch (error) {
      const refused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
      if (!refused || tries === servers.length - 1) throw error
    }
  }
}

/** People who upload, rename, list and read on any server. */
class Traffic {
  readonly stored: { id: string; hash: string }[] = []
  readonly lost: string[] = []
  answered = 0
  #ended = false
  readonly #people: Promise<void>[]

  constructor(
    private readonly servers: readonly ServerProcess[],
    private readonly as: Caller
  ) {
    this.#people = [0, 1, 2, 3].map(() => this.#person())
  }

  async goOn(answers: number): Promise<void> {
    const goal = this.answered + answers
    await until('traffic to continue', () => this.answered >= goal)
  }

  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#people)
  }

  async #person(): Promise<void> {
    while (!this.#ended) {
      const bytes = randomBytes(1000 + randomInt(20_000))
      const form = new FormData()
      form.set('file', new Blob([bytes]), `${crypto.randomUUID()}.bin`)
      const sent = new Response(form)
      const type = sent.headers.get('content-type')!
      const body = Buffer.from(await sent.arrayBuffer())
      const made = await this.#send({ method: 'POST', path: '/api/assets', type, body })
      if (!made) continue
      const { id } = JSON.parse(String(made))
      this.stored.push({ id, hash: createHash('sha256').update(bytes).digest('hex') })
      const name = Buffer.from(JSON.stringify({ name: `${crypto.randomUUID()}.bin` }))
      const json = { type: 'application/json', body: name }
      await this.#send({ method: 'PUT', path: `/api/assets/${id}`, ...json })
      await this.#send({ method: 'GET', path: '/api/assets?limit=5' })
      await this.#send({ method: 'GET', path: `/api/assets/${id}/content` })
    }
  }

  async #send(sending: Omit<Sending, 'as'>): Promise<Buffer | undefined> {
    const what = `${sending.method} ${sending.path}`
    try {
      const { status, body } = await ask(this.servers, { ...sending, as: this.as })
      if (status >= 300) throw new Error(`${status} ${String(body)}`)
      this.answered++
      return body
    } catch (error) {
      this.lost.push(`${what}: ${String(error)}`)
      return undefined
    }
  }
}

/** The migration of the newer version widens tables of the older one. */
const tables = ['assets', 'asset_versions', 'contents', 'users', 'sessions', 'tenants', 'jobs']
const widen = tables
  .map((table) => `this.schema.raw('alter table ${table} add column widened text')`)
  .join('\n')

function columnsOf(url: string, table: string): Promise<string[]> {
  return sessionAt(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'select column_name as name from information_schema.columns where table_name = $1',
      [table]
    )
    return rows.map(({ name }) => name)
  })
}

if (testDatabase === 'pg') {
  test.group('A rolling upgrade', (group) => {
    const { server, database } = ownServers(group)

    /**
     * Two processes of the older version. One after the other is stopped and started as the newer one. Red when
     * a stopping process does not accept waiting connections, when a starting one listens to check its port,
     * and when statements that return all columns are named in transactions.
     */
    test('loses no request during the upgrade', async ({ assert, cleanup }) => {
      const newer = await newerVersion(widen)
      cleanup(() => rm(newer, { recursive: true }))
      const older = await mkdtemp(join(tmpdir(), 'crossdock-plugins-'))
      cleanup(() => rm(older, { recursive: true }))
      const env = { APP_KEY: randomBytes(30).toString('hex') }
      const old = { ...env, CROSSDOCK_PLUGINS_DIR: older }
      const now = { ...env, CROSSDOCK_PLUGINS_DIR: newer }
      const [first, second] = [await server(old), await server(old)]
      await Promise.all([first.start(), second.start()])
      const operator = await signIn(first, 'admin@localhost')
      const body = { name: 'Acme', subdomain: 'acme', adminEmail: 'admin@acme.example' }
      await call(first.url, 'POST', '/api/tenants', { as: operator, body })
      await raiseLimits(database())
      const as = await signIn(first, body.adminEmail, body.subdomain)

      const servers = [first, second]
      const traffic = new Traffic(servers, as)
      const replace = async (at: number) => {
        const next = await server(now)
        assert.equal(await servers[at]!.stop(), 0)
        servers[at] = next
        await next.start()
        // The newer process works on the older one's tables, first next to an older process, at the end next
        // to another newer one.
        await traffic.goOn(200)
      }
      await traffic.goOn(100)
      await replace(0)
      assert.include(await columnsOf(database().databaseUrl!, 'assets'), 'widened')
      await replace(1)
      await traffic.end()

      assert.deepEqual(traffic.lost.slice(0, 5), [], `${traffic.lost.length} lost`)
      for (const { id, hash } of traffic.stored) {
        const { body: bytes } = await ask(servers, {
          method: 'GET',
          path: `/api/assets/${id}/content`,
          as,
        })
        assert.equal(createHash('sha256').update(bytes).digest('hex'), hash)
      }
    })
      .tags(['long'])
      .timeout(3_600_000)
  })
}
