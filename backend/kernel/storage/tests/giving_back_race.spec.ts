// onBothDatabases: PostgreSQL has several writers, whose locks meet
import { buffer } from 'node:stream/consumers'
import { bootApp } from '@crossdock/backend/testing'
import { Problem } from '@crossdock/kernel/ground'
import { size } from '@crossdock/kernel/testing'
import { test } from '@japa/runner'
import { transaction } from '../../database/index.js'
import { inTenant } from '../../tenancy/index.js'
import { liveBytes } from '../gc/pack_rows.js'
import { decodeChunks } from '../../chunks/manifest.js'
import {
  expire,
  later,
  createFile,
  processes,
  rowsOf,
  deleteFile,
  type Process,
} from './giving_back.js'
import { seededBytes, seededNumbers } from './seeded_bytes.js'
import { onEachStorage } from './storages.js'

const KiB = 1024

/** Returns bytes of a few kinds. Many share long parts. */
function blobs(seed: string): Buffer[] {
  const parts = Array.from({ length: 6 }, (_, index) => seededBytes(`${seed} ${index}`, 1500 * KiB))
  const long = parts.map((part, index) => Buffer.concat([part, parts[(index + 1) % 6]!]))
  const short = Array.from({ length: 6 }, (_, index) => seededBytes(`${seed} s${index}`, 20 * KiB))
  return [...long, ...short]
}

interface Named {
  file: string
  id: string
  size: number
  bytes: Buffer
}

const rounds = size({ quick: 6, full: 40 })
/** How often each process collects garbage during the race. */
const collections = size({ quick: 2, full: 8 })

/** Runs all operations concurrently, each in a random order. Refusals that ask the client to retry are expected. */
class Race {
  readonly #named: Named[] = []
  readonly #blobs: Buffer[]
  wrong: string[] = []
  refused = 0

  constructor(
    private readonly seed: string,
    private readonly tenant: string,
    private readonly all: Process[]
  ) {
    this.#blobs = blobs(seed)
  }

  get named(): readonly Named[] {
    return this.#named
  }

  async run(): Promise<void> {
    const { all } = this
    await Promise.all([
      ...[0, 1, 2, 3].map((index) =>
        this.#repeat(`upload ${index}`, (random) => this.#upload(all[index % all.length]!, random))
      ),
      this.#repeat('copy', (random) => this.#copy(random)),
      this.#repeat('purge', (random) => this.#purge(random)),
      this.#repeat('read', (random) => this.#read(random)),
      ...all.map((process, index) =>
        this.#repeat(`give ${index}`, () => process.giveBack({ now: Date.now }), collections)
      ),
    ])
  }

  async #repeat(
    name: string,
    work: (random: (bound: number) => number) => Promise<unknown>,
    times = rounds
  ): Promise<void> {
    const random = seededNumbers(`${this.seed} ${name}`)
    for (let round = 0; round < times; round++) {
      await work(random).catch((error: unknown) => {
        // The write was refused, because its lease had ended.
        if (!(error instanceof Problem) || ![503, 404].includes(error.status)) throw error
        this.refused++
      })
    }
  }

  async #upload(process: Process, random: (bound: number) => number): Promise<void> {
    const bytes = this.#blobs[random(this.#blobs.length)]!
    const stored = await process.write(bytes)
    const file = await process.record(stored)
    this.#named.push({ file, id: stored.id, size: bytes.length, bytes })
  }

  async #copy(random: (bound: number) => number): Promise<void> {
    const one = this.#named[random(this.#named.length + 1)]
    if (!one) return
    const [{ store }] = this.all as [Process]
    const file = await inTenant(this.tenant, () =>
      transaction(async () => {
        await store.hold(one.id)
        return createFile(this.tenant, one)
      })
    )
    this.#named.push({ ...one, file })
  }

  async #purge(random: (bound: number) => number): Promise<void> {
    if (this.#named.length < 3) return
    const [one] = this.#named.splice(random(this.#named.length), 1)
    await deleteFile(this.tenant, one!.file)
  }

  async #read(random: (bound: number) => number): Promise<void> {
    const one = this.#named[random(this.#named.length + 1)]
    if (!one) return
    const process = this.all[random(this.all.length)]!
    const read = await readOf(process, one).catch((error: unknown) => error)
    // The file was purged while it was read, so the read may fail.
    if (!this.#named.some(({ id }) => id === one.id)) return
    if (!Buffer.isBuffer(read)) this.wrong.push(String(read))
    else if (!read.equals(one.bytes)) this.wrong.push(`other bytes in ${one.file}`)
  }
}

const readOf = ({ store, tenant }: Process, { id }: Named) =>
  inTenant(tenant, async () => buffer(await store.read(id)))

onEachStorage(
  'Concurrent uploads, copies, purges, downloads and garbage collections',
  (group, kind) => {
    group.setup(async () => {
      const app = await bootApp()
      return () => app.stop()
    })

    // Red when a content is recorded without its lease; sometimes also when a chunk is deleted that was stored
    // again.
    test('leave every file intact, and no unnamed bytes: seed {$self}')
      .with(size({ quick: ['1'], full: ['1', '2', '3'] }))
      .run(async (context, seed) => {
        const { assert } = context
        // A process must not append to a pack that another one considers closed. The margin covers coarse file
        // times.
        const margin = 100
        const options = { afterMs: 0, marginMs: margin }
        const { tenant, damages, all } = await processes(context, [options, options], kind)
        const race = new Race(seed, tenant, all)
        await race.run()
        assert.deepEqual(race.wrong, [])
        assert.deepEqual(damages, [])

        const [process] = all
        // Two passes: chunks that are in use during the first are deleted in the second.
        for (let time = 0; time < 2; time++) {
          await expire(tenant)
          await process.giveBack()
        }
        for (const one of race.named) {
          assert.isTrue((await readOf(process, one)).equals(one.bytes), one.file)
        }
        const contents = await rowsOf(tenant, 'contents')
        assert.sameMembers(
          contents.map(({ id }) => id),
          [...new Set(race.named.map(({ id }) => id))]
        )
        const named = contents.flatMap(({ chunks }) => decodeChunks(chunks as Uint8Array))
        const chunks = await rowsOf(tenant, 'content_chunks')
        assert.sameMembers(
          chunks.map(({ hash }) => hash),
          [...new Set(named.map(({ hash }) => hash))]
        )
        // At most half of a pack may be dead.
        for await (const { pack, size, closedAt } of process.packs.list(tenant)) {
          assert.isBelow(closedAt, later())
          assert.isAtLeast(await liveBytes(tenant, pack), size / 2, pack)
        }
      })
  }
)
