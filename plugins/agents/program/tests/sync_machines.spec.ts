// onOneDatabase: the agent knows the server by HTTP
import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { installed } from '../../../../backend/plugins.js'
import { call, moment, size, until, type Caller } from '@crossdock/kernel/testing'
import { Machine } from './machine.js'
import { Network } from './network.js'

interface Contract {
  id: string
  state: { phase: string; message: string | null; openConflicts: number }
}

/** Files below a folder with their bytes, and folders with null. */
async function treeOf(folder: string): Promise<Record<string, string | null>> {
  const tree: Record<string, string | null> = {}
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const name = path.slice(folder.length + 1)
    if (name.includes('.crossdock-tmp-')) continue
    // What the agent renames in this moment is seen by the next look.
    const bytes = entry.isDirectory() ? null : await readFile(path, 'base64').catch(() => undefined)
    if (bytes !== undefined) tree[name] = bytes
  }
  return Object.fromEntries(Object.entries(tree).sort(([one], [other]) => (one < other ? -1 : 1)))
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A person who keeps folders of machines in step with asset folders. */
class Keeper {
  constructor(
    readonly url: string,
    readonly as: Caller
  ) {}

  async ok<T>(method: string, path: string, body?: object): Promise<T> {
    const reply = await call<T>(this.url, method, `/api${path}`, {
      as: this.as,
      ...(body && { body }),
    })
    if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }

  async binds(desk: Machine, folder: string, more: object = {}): Promise<Contract> {
    await mkdir(desk.path('work'), { recursive: true })
    return await this.ok<Contract>('POST', '/sync-contracts', {
      name: `${desk.identity.agentName} and ${folder}`,
      sourceType: 'local_folder',
      sourceConfig: { path: desk.path('work'), clientId: desk.identity.clientId },
      targetType: 'asset_folder',
      targetConfig: { path: folder },
      syncRules: { bidirectional: true },
      ...more,
    })
  }

  /** Paths of the assets below a folder of the top level. */
  async assets(folder: string): Promise<string[]> {
    type Row = { id: string; name: string; type: string }
    const inside = (parent: string) => {
      const query = { filter: JSON.stringify({ parent }), range: '[0,999]' }
      return this.ok<Row[]>('GET', `/assets?${new URLSearchParams(query)}`)
    }
    const below = async (parent: string, path: string): Promise<string[]> => {
      const paths: string[] = []
      for (const { id, name, type } of await inside(parent)) {
        paths.push(`${path}${name}`)
        if (type === 'folder') paths.push(...(await below(id, `${path}${name}/`)))
      }
      return paths
    }
    const root = (await inside('')).find(({ name }) => `/${name}` === folder)
    return root ? (await below(root.id, '')).sort() : []
  }
}

test.group('Desktop agent: folders in step', (group) => {
  let app: TestApp
  let tenant: TestTenant
  let network: Network
  let desks: [Machine, Machine]

  group.each.setup(async () => {
    app = await bootApp({ settings: { LOG_LEVEL: 'warn' } })
    tenant = await app.tenant('freightway')
    network = await Network.before(app.url)
    desks = [
      await Machine.enrolled(app.url, tenant.admin, network.url),
      await Machine.enrolled(app.url, tenant.admin),
    ]
    return async () => {
      for (const desk of desks) await desk.close()
      await network.stop()
      await app.stop()
    }
  })

  test('two machines and the assets: edits, renames, deletions and conflicts', async ({
    assert,
  }) => {
    const [here, there] = desks
    const keeper = new Keeper(app.url, tenant.admin)
    await here.write('work/Plans/a.txt', 'plan a')
    await here.write('work/large.bin', randomBytes(3_000_000))
    await keeper.binds(here, '/Shared', { conflictResolution: 'manual' })
    const contract = await keeper.binds(there, '/Shared', { conflictResolution: 'manual' })
    for (const desk of desks) await desk.start()
    const areSame = async () => {
      const [one, other] = [await treeOf(here.path('work')), await treeOf(there.path('work'))]
      return isSame(one, other) && isSame(Object.keys(one), await keeper.assets('/Shared'))
    }
    await until('the first sync', async () => 'large.bin' in (await treeOf(there.path('work'))))
    await until('all sides to be the same', areSame)

    await there.write('work/Plans/a.txt', 'plan a, changed there')
    await until('the edit', async () => (await here.read('work/Plans/a.txt')).endsWith('there'))

    const bytes = () => network.seen.filter((one) => /\/(contents|read)$/.test(one)).length
    await until('all sides to be the same', areSame)
    const before = bytes()
    await rename(here.path('work', 'Plans'), here.path('work', 'Older'))
    await rename(here.path('work', 'large.bin'), here.path('work', 'Older', 'huge.bin'))
    await until('the rename', async () => 'Older/huge.bin' in (await treeOf(there.path('work'))))
    await until('all sides to be the same', areSame)
    assert.equal(bytes(), before)

    await rm(there.path('work', 'Older', 'huge.bin'))
    await until(
      'the deletion',
      async () => !('Older/huge.bin' in (await treeOf(here.path('work'))))
    )
    await until('all sides to be the same', areSame)

    // Both change the same file while one of them is away.
    await there.stop()
    await there.write('work/Older/a.txt', 'there')
    await here.write('work/Older/a.txt', 'here')
    const state = async () =>
      (await keeper.ok<Contract>('GET', `/sync-contracts/${contract.id}`)).state
    await until('the other change to arrive', async () => {
      const [asset] = await keeper.ok<{ version: number }[]>(
        'GET',
        `/assets?${new URLSearchParams({ filter: JSON.stringify({ search: 'a.txt' }) })}`
      )
      return asset!.version >= 3
    })
    await there.start()
    await until('the conflict', async () => (await state()).openConflicts === 1)
    assert.equal(await there.read('work/Older/a.txt'), 'there')
    assert.equal(await here.read('work/Older/a.txt'), 'here')
    const status = await there.status()
    assert.equal(status.sync[0]!.path, there.path('work'))
  }).tags(['long'])
})

test.group('Desktop agent: folders in step, kill -9', () => {
  test('two agents and a server that are killed at random end the same, with the last of each file', async ({
    assert,
    cleanup,
  }) => {
    const rounds = size({ quick: 6, full: 60 })
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const port = await freePort()
    const app = await bootApp({ database, settings: { PORT: port } as never })
    const { admin, token } = await app.tenant('freightway')
    const desks = [
      await Machine.enrolled(app.url, admin),
      await Machine.enrolled(app.url, admin),
    ] as const
    for (const desk of desks) cleanup(() => desk.close())
    const keeper = new Keeper(app.url, admin)
    for (const desk of desks) {
      await keeper.binds(desk, '/Shared', {
        syncRules: { bidirectional: true, maxDeletions: 10_000 },
      })
    }
    await app.stop()
    const server = new ServerProcess(database, port)
    cleanup(() => server.kill())
    await server.start()
    for (const desk of desks) await desk.start()

    // Each machine has files of its own, so that the last of each is known.
    const last = new Map<string, Buffer>()
    for (let round = 0; round < rounds; round++) {
      for (const [at, desk] of desks.entries()) {
        const own = [...last.keys()].filter((name) => name.startsWith(`${at}-`))
        const folder = desk.path('work', `of ${at}`)
        await mkdir(folder, { recursive: true })
        const name =
          own.length > 5 && randomInt(2) === 0 ? own[randomInt(own.length)]! : `${at}-${round}`
        const bytes = randomBytes(randomInt(1, randomInt(5) === 0 ? 4_000_000 : 20_000))
        await writeFile(join(folder, name), bytes)
        last.set(name, bytes)
        if (own.length > 3 && randomInt(3) === 0) {
          const gone = own.find((one) => one !== name)!
          await rm(join(folder, gone))
          last.delete(gone)
        }
        if (own.length > 3 && randomInt(3) === 0) {
          const moved = own.find((one) => one !== name && last.has(one))
          if (moved) {
            const next = `${moved}m`
            await rename(join(folder, moved), join(folder, next))
            last.set(next, last.get(moved)!)
            last.delete(moved)
          }
        }
      }
      await moment(700)
      const victim = [server, ...desks][randomInt(3)]!
      await victim.kill()
      if (victim instanceof Machine) victim.spawn()
      else await victim.start()
    }
    const wanted = Object.fromEntries(
      [
        ['of 0', null] as const,
        ['of 1', null] as const,
        ...[...last].map(
          ([name, bytes]) => [`of ${name[0]}/${name}`, bytes.toString('base64')] as const
        ),
      ].sort(([one], [other]) => (one < other ? -1 : 1))
    )
    await until('both machines to have the last of each file', async () => {
      const [one, other] = await Promise.all(desks.map((desk) => treeOf(desk.path('work'))))
      return isSame(one, wanted) && isSame(other, wanted)
    })
    const assets = await new Keeper(server.url, token).assets('/Shared')
    assert.deepEqual(assets, Object.keys(wanted))
  }).tags(['long'])
})
