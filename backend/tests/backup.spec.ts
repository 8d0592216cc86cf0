import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { test } from '@japa/runner'
import {
  ConsoleCommand,
  freePort,
  migratedDatabase,
  raiseLimits,
  ServerProcess,
  signIn,
  until,
  type Caller,
} from '@crossdock/backend/testing'
import { call, freshDatabase, moment } from '@crossdock/kernel/testing'
import { installed } from '../plugins.js'

interface Upload {
  id: string
  hash: string
}

interface Execution {
  status: string
}

const steps = 2

/** The called system. It answers after a moment, so that some runs are always in progress. */
async function startPartner() {
  const server = createServer((request, response) => {
    request.resume().once('end', () => void moment(100).then(() => response.end('{"ok":true}')))
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}

/** An organization in which each upload starts a run with two calls. */
async function prepare(server: ServerProcess, partnerUrl: string): Promise<Caller> {
  const operator = await signIn(server, 'admin@localhost')
  const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
  await call(server.url, 'POST', '/api/tenants', { as: operator, body: tenant })
  await raiseLimits(server.database)
  const as = await signIn(server, tenant.adminEmail, tenant.subdomain)
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const reply = await call<{ id: string }>(server.url, 'POST', path, { as, body })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  const system = await post('/api/integrations/systems', {
    name: 'Partner',
    systemType: 'api',
    baseUrl: partnerUrl,
    authType: 'bearer',
    // After the restore only the key opens it.
    authConfig: { accessToken: 'a-secret-token' },
    capabilities: ['send'],
  })
  const endpoint = await post(`/api/integrations/systems/${system.id}/endpoints`, {
    name: 'Notify',
    path: '/notify',
    method: 'POST',
    endpointType: 'outbound',
    triggers: ['file_upload'],
    fieldMapping: { fileMetadata: { file: 'name' } },
  })
  await post('/api/integrations/workflows', {
    name: 'Tell the partner',
    triggerType: 'file_event',
    triggerConfig: { eventTypes: ['file_upload'] },
    steps: Array.from({ length: steps }, (_, index) => ({
      id: `step-${index}`,
      type: 'api_call',
      order: index + 1,
      config: {},
      systemId: system.id,
      endpointId: endpoint.id,
    })),
  })
  return as
}

/** Uploads files, and purges some of them, until it is stopped. */
class Load {
  readonly stored: Upload[] = []
  readonly #purged = new Set<string>()
  #ended = false
  readonly #workers: Promise<void>[]

  constructor(
    private readonly url: string,
    private readonly as: Caller
  ) {
    this.#workers = [0, 1, 2].map(() => this.#work())
  }

  /** The acknowledged files that are not purged. */
  acknowledged(): Upload[] {
    return this.stored.filter(({ id }) => !this.#purged.has(id))
  }

  async end(): Promise<void> {
    this.#ended = true
    await Promise.all(this.#workers)
  }

  async #work(): Promise<void> {
    while (!this.#ended) {
      const content = randomBytes(1000 + randomInt(300_000))
      const form = new FormData()
      form.set('file', new Blob([content]), `${crypto.randomUUID()}.bin`)
      const reply = await call<{ id: string }>(this.url, 'POST', '/api/assets', {
        as: this.as,
        body: form,
      })
      if (reply.status !== 201) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`)
      const { id } = reply.body
      const hash = createHash('sha256').update(content).digest('hex')
      if (randomInt(4) > 0) {
        this.stored.push({ id, hash })
        continue
      }
      this.#purged.add(id)
      await call(this.url, 'DELETE', `/api/assets/${id}`, { as: this.as })
      const purged = await call(this.url, 'POST', `/api/assets/${id}/purge`, { as: this.as })
      if (purged.status >= 300) throw new Error(`Purge: ${JSON.stringify(purged.body)}`)
    }
  }
}

async function assertDownloads(url: string, as: Caller, files: Upload[]): Promise<void> {
  for (const { id, hash } of files) {
    const reply = await fetch(`${url}/api/assets/${id}/content`, { headers: as.headers })
    if (reply.status !== 200) throw new Error(`${id}: ${reply.status} ${await reply.text()}`)
    const found = createHash('sha256').update(Buffer.from(await reply.arrayBuffer()))
    if (found.digest('hex') !== hash) throw new Error(`${id} has other bytes.`)
  }
}

/** Kills a command as soon as it has created an entry of that name. */
async function killAt(path: string, command: () => ConsoleCommand): Promise<void> {
  const watcher = watch(dirname(path))
  const killed = (async () => {
    for (;;) {
      const [, name] = await once(watcher, 'change')
      if (name === basename(path)) return
    }
  })()
  const begun = command()
  await Promise.race([
    killed,
    begun
      .end()
      .then((status) =>
        Promise.reject(new Error(`It ended with ${status}: ${begun.output.join('')}`))
      ),
  ])
  await begun.kill()
  watcher.close()
}

test.group('A backup under load', () => {
  /** Red when an incomplete backup has its final name, and when a restore has no marker until its end. */
  test('restores every acknowledged file and continues every run, despite kills', async ({
    assert,
    cleanup,
  }) => {
    const [database, empty] = [await migratedDatabase(installed), await freshDatabase()]
    const folder = await mkdtemp(join(tmpdir(), 'crossdock-backup-'))
    cleanup(async () => {
      await database.remove()
      await empty.remove()
      await rm(folder, { recursive: true })
    })
    const partner = await startPartner()
    cleanup(() => partner.close())
    const env = { EGRESS_ALLOW: '127.0.0.1/32', APP_KEY: randomBytes(30).toString('hex') }
    const server = new ServerProcess(database, await freePort(), env)
    const restored = new ServerProcess(empty, await freePort(), env)
    cleanup(() => server.kill())
    cleanup(() => restored.kill())

    await server.start()
    const as = await prepare(server, partner.url)
    const load = new Load(server.url, as)
    const backup = join(folder, 'backup')
    await until('files to be stored', () => load.stored.length > 30)
    await killAt(
      `${backup}.unfinished`,
      () => new ConsoleCommand(database, ['backup', backup], env)
    )
    assert.deepEqual(await readdir(folder), ['backup.unfinished'])
    await rm(`${backup}.unfinished`, { recursive: true })
    const before = load.acknowledged()
    const made = await new ConsoleCommand(database, ['backup', backup], env).done()
    assert.include(made, 'The backup does NOT contain the key')
    await load.end()
    // The first installation is not needed any more.
    await server.kill()

    const restore = () => new ConsoleCommand(empty, ['restore', backup], env)
    await killAt(join(empty.dataDir, 'content'), restore)
    const [status] = await once(restored.spawn(), 'close')
    assert.equal(status, 1)
    assert.include(restored.output.join(''), 'a restore is running here, or was interrupted')
    assert.include(await restore().done(), 'Restored the state of')

    await restored.start()
    await assertDownloads(restored.url, as, before)
    const get = async <T>(path: string) => (await call<T>(restored.url, 'GET', path, { as })).body
    // Uploads during the backup may be included. Each included file must be complete.
    const there = new Map(load.stored.map((file) => [file.id, file]))
    const assets = await get<{ id: string }[]>('/api/assets?limit=1000')
    await assertDownloads(
      restored.url,
      as,
      assets.flatMap(({ id }) => there.get(id) ?? [])
    )
    await until('every run to end', async () => {
      const open = await Promise.all(
        ['pending', 'running'].map((state) =>
          get<Execution[]>(`/api/flow-executions?status=${state}&limit=1`)
        )
      )
      return open.every((found) => found.length === 0)
    })
    const runs = await get<Execution[]>('/api/flow-executions?limit=1000')
    assert.isAtLeast(runs.length, before.length)
    assert.deepEqual([...new Set(runs.map((run) => run.status))], ['completed'])
  })
    .tags(['long'])
    .timeout(3_600_000)
})
