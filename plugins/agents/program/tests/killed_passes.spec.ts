// onOneDatabase: the agent uses the server by HTTP
import { randomBytes, randomInt } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { bootApp, freePort, migratedDatabase, ServerProcess } from '@crossdock/backend/testing'
import { moment, size, until } from '@crossdock/kernel/testing'
import { installed } from '../../../../backend/plugins.js'
import { Cutter } from './cutter.js'
import { isSame, Keeper, treeOf } from './keeper.js'
import { Machine } from './machine.js'
import { cannotMount, mayMount, SmallDisk } from './small_disk.js'

const rounds = size({ quick: 12, full: 200 })
const canMount = await mayMount()
const megabytes = 48

/** Two machines with active users. Each has its own files, so that the last content of each is known. */
class Desks {
  /** The last content of each file, by name. */
  readonly last = new Map<string, Buffer>()

  constructor(readonly machines: readonly Machine[]) {}

  async work(at: number, round: number): Promise<void> {
    const folder = this.machines[at]!.path('work', `of ${at}`)
    await mkdir(folder, { recursive: true })
    const own = [...this.last.keys()].filter((name) => name.startsWith(`${at}-`))
    const isNew = own.length < 4 || (own.length < 12 && randomInt(2) === 0)
    const name = isNew ? `${at}-${round}` : own[randomInt(own.length)]!
    const bytes = randomBytes(randomInt(1, randomInt(5) === 0 ? 1_500_000 : 20_000))
    await writeFile(join(folder, name), bytes)
    this.last.set(name, bytes)
    const others = own.filter((one) => one !== name)
    if (others.length > 3 && randomInt(3) === 0) {
      const gone = others.shift()!
      await rm(join(folder, gone))
      this.last.delete(gone)
    }
    if (others.length > 3 && randomInt(3) === 0) {
      const moved = others[randomInt(others.length)]!
      const next = moved.endsWith('m') ? moved.slice(0, -1) : `${moved}m`
      await rename(join(folder, moved), join(folder, next))
      this.last.set(next, this.last.get(moved)!)
      this.last.delete(moved)
    }
  }

  get wanted(): Record<string, string | null> {
    const files = [...this.last].map(
      ([name, bytes]) => [`of ${name[0]}/${name}`, bytes.toString('base64')] as const
    )
    const folders = this.machines.map((_, at) => [`of ${at}`, null] as const)
    return Object.fromEntries(
      [...folders, ...files].sort(([one], [other]) => (one < other ? -1 : 1))
    )
  }

  /** Names of unfinished temporary files. */
  async temporary(): Promise<string[]> {
    const names = this.machines.map((desk) => readdir(desk.path('work'), { recursive: true }))
    return (await Promise.all(names)).flat().filter((name) => name.includes('.crossdock-tmp-'))
  }
}

test.group('Desktop agent: passes that are killed, disconnected and short of disk space', () => {
  if (!canMount) test('the disk of a machine is full', () => {}).skip(true, cannotMount)

  test('two agents and a server converge, with the last content and every version of each file', async ({
    assert,
    cleanup,
  }) => {
    const database = await migratedDatabase(installed)
    cleanup(() => database.remove())
    const port = await freePort()
    const app = await bootApp({ database, settings: { PORT: port } as never })
    const { admin, token } = await app.tenant('freightway')
    const cutter = await Cutter.before(port)
    cleanup(() => cutter.stop())
    const machines = [
      await Machine.enrolled(app.url, admin, cutter.url),
      await Machine.enrolled(app.url, admin, cutter.url),
    ] as const
    for (const desk of machines) cleanup(() => desk.close())
    const disk = canMount ? new SmallDisk(machines[1].folder, megabytes) : undefined
    if (disk) cleanup(() => disk.unmount())
    const keeper = new Keeper(app.url, token)
    const syncRules = { bidirectional: true, maxDeletions: 10_000 }
    for (const desk of machines) await keeper.binds(desk, '/Shared', { syncRules })
    await app.stop()
    const server = new ServerProcess(database, port)
    cleanup(() => server.kill())
    await server.start()
    for (const desk of machines) await desk.start()

    const desks = new Desks(machines)
    /** The newest version of each asset that the server has shown. */
    const shown = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      if (disk?.isFull && randomInt(2) === 0) await disk.empty()
      for (const at of machines.keys()) {
        const isFull = at === 1 && disk?.isFull
        if (!isFull) await desks.work(at, round)
      }
      if (disk && !disk.isFull && randomInt(5) === 0) await disk.fill()
      cutter.oneIn = randomInt(4)
      await moment(randomInt(300, 1_100))
      for (const { id, type, version } of await keeper.rows('/Shared')) {
        if (type === 'file') shown.set(id, version)
      }
      const victim = [server, ...machines, cutter][randomInt(4)]!
      if (victim instanceof Cutter) victim.cut()
      else await victim.kill()
      if (victim instanceof Machine) victim.spawn()
      if (victim instanceof ServerProcess) await victim.start()
    }
    await disk?.empty()
    cutter.oneIn = 0
    const { wanted } = desks
    await until('both machines to have the last content of each file', async () => {
      const trees = await Promise.all(machines.map((desk) => treeOf(desk.path('work'))))
      return trees.every((tree) => isSame(tree, wanted))
    })
    await until('no unfinished files to remain', async () => (await desks.temporary()).length === 0)
    assert.isAbove(cutter.cuts, 0)

    const bytesOf = async (id: string, version?: number) => {
      const query = version === undefined ? '' : `?version=${version}`
      const reply = await fetch(`${server.url}/api/assets/${id}/content${query}`, token)
      assert.equal(reply.status, 200)
      return Buffer.from(await reply.arrayBuffer())
    }
    const rows = await keeper.rows('/Shared')
    assert.deepEqual(rows.map(({ path }) => path).sort(), Object.keys(wanted))
    for (const { id, path, type } of rows) {
      if (type === 'file') assert.equal((await bytesOf(id)).toString('base64'), wanted[path])
    }
    for (const [id, version] of shown) {
      const versions = await keeper.ok<{ version: number }[]>(
        'GET',
        `/assets/${id}/versions?range=[0,999]`
      )
      const numbers = new Set(versions.map((one) => one.version))
      for (let number = 1; number <= version; number++) assert.isTrue(numbers.has(number))
      await bytesOf(id, version)
    }
  })
    .tags(['long'])
    .timeout(3_600_000)
})
