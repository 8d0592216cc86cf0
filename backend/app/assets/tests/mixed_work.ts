import { createHash } from 'node:crypto'
import { call, type Caller } from '@crossdock/kernel/testing'
import { seededBytes, seededNumbers } from '../../../kernel/storage/tests/seeded_bytes.js'
import type { AssetInfo } from '../contracts/asset_info.js'
import { formOf } from './support.js'
import { metadataOf, Tus } from './tus_client.js'

type State = 'kept' | 'trashed' | 'gone'

/** The state of a file, as far as its writer knows it from answers. */
export interface Known {
  id: string
  name: string
  /** The hash of each version; several when a lost answer leaves open which one is stored. */
  versions: Map<number, Set<string>>
  /** The hash of the newest version; several when a lost answer leaves open whether a version was stored. */
  newest: Set<string>
  /** The state; two when a lost answer leaves open whether it changed. */
  states: Set<State>
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A request without an answer; its result is unknown. */
class Unanswered extends Error {}

export interface Clerk {
  url: string
  as: Caller
  /** Called before each request; may kill the server during the request. */
  begin(): void
  done(): void
  /** Resolves when requests are answered again. */
  back(): Promise<void>
}

/** One person's work with files in their own folders, one request after the other. */
export class MixedWork {
  readonly files: Known[] = []
  readonly #random: (below: number) => number
  readonly #folders: string[] = []
  #made = 0

  constructor(
    private readonly seed: string,
    private readonly clerk: Clerk
  ) {
    this.#random = seededNumbers(seed)
  }

  async prepare(): Promise<void> {
    for (const name of ['In', 'Out']) {
      const body = { name: `${this.seed} ${name}`, type: 'folder', parentId: null }
      this.#folders.push((await this.#ask<AssetInfo>('POST', '/api/assets', body)).id)
    }
  }

  async step(): Promise<void> {
    const steps = [
      this.#upload,
      this.#upload,
      this.#batch,
      this.#tus,
      this.#version,
      this.#replace,
      this.#move,
      this.#copy,
      this.#trash,
      this.#trash,
      this.#restore,
      this.#purge,
    ]
    const step = steps[this.#random(steps.length)]!
    try {
      await step.call(this)
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      await this.clerk.back()
    }
  }

  #bytes(): Buffer {
    // Some of the bytes are stored already, as a whole or in parts.
    const seed = `bytes ${this.#random(40)}`
    const size = [20_000, 20_000, 20_000, 100_000, 1_500_000][this.#random(5)]!
    return seededBytes(seed, size)
  }

  #name(): string {
    return `${this.seed}-${++this.#made}.bin`
  }

  #folder(): string {
    return this.#folders[this.#random(2)]!
  }

  /** A file in this state, as far as that is certain. */
  #one(state: State): Known | undefined {
    const all = this.files.filter(({ states }) => states.size === 1 && states.has(state))
    return all[this.#random(all.length + 1)]
  }

  #know({ id, name, version }: Pick<AssetInfo, 'id' | 'name' | 'version'>, bytes: Buffer): void {
    this.#add({ id, name, version }, new Set([hashOf(bytes)]))
  }

  #add({ id, name, version }: Pick<AssetInfo, 'id' | 'name' | 'version'>, hashes: Set<string>) {
    const versions = new Map([[version, hashes]])
    this.files.push({ id, name, versions, newest: hashes, states: new Set<State>(['kept']) })
  }

  async #upload(): Promise<void> {
    const bytes = this.#bytes()
    const form = formOf({ name: this.#name(), bytes, parentId: this.#folder() })
    this.#know(await this.#ask<AssetInfo>('POST', '/api/assets', form), bytes)
  }

  async #batch(): Promise<void> {
    const form = new FormData()
    form.set('parentId', this.#folder())
    const all = Array.from({ length: 5 }, () => ({ name: this.#name(), bytes: this.#bytes() }))
    for (const { name, bytes } of all) form.append('file', new Blob([new Uint8Array(bytes)]), name)
    type Fates = { files: { path: string; id: string; version: number }[] }
    const { files } = await this.#ask<Fates>('POST', '/api/assets/batch', form)
    for (const [at, { id, path, version }] of files.entries()) {
      this.#know({ id, name: path, version }, all[at]!.bytes)
    }
  }

  /** Uploads a file in two requests, with one more for each lost answer. */
  async #tus(): Promise<void> {
    const { url, as } = this.clerk
    const tus = new Tus({ app: { url }, as } as never)
    const bytes = seededBytes(`tus ${this.#random(10)}`, 1_500_000)
    const name = this.#name()
    const metadata = metadataOf({ filename: name, parentId: this.#folder() })
    const length = { 'upload-length': String(bytes.length), 'upload-metadata': metadata }
    const address = await this.#counted(() => tus.begin(length))
    for (let offset = 0; offset < bytes.length;) {
      try {
        const part = new Uint8Array(bytes.subarray(offset, offset + 1_000_000))
        offset = await this.#counted(async () => {
          const reply = await tus.patch(address, offset, part)
          if (reply.status !== 204) throw new Unanswered(`${reply.status}`)
          return Number(reply.headers.get('upload-offset'))
        })
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error
        await this.clerk.back()
        const reply = await tus.send('HEAD', address)
        // The upload is complete and its row deleted: only the answer was lost.
        if (reply.status === 404) return
        offset = Number(reply.headers.get('upload-offset'))
      }
    }
    const found = await this.#ask<AssetInfo[]>('GET', `/api/assets?search=${name}`)
    const file = found.find((one) => one.name === name)
    if (!file) throw new Error(`${name} was acknowledged and is not there.`)
    this.#know(file, bytes)
  }

  async #version(): Promise<void> {
    const one = this.#one('kept')
    if (!one) return
    const bytes = this.#bytes()
    const { parentId } = await this.#ask<AssetInfo>('GET', `/api/assets/${one.id}`)
    const form = formOf({ name: one.name, bytes, parentId })
    await this.#renew(one, bytes, () => this.#ask<AssetInfo>('POST', '/api/assets', form))
  }

  async #replace(): Promise<void> {
    const one = this.#one('kept')
    if (!one) return
    const bytes = this.#bytes()
    const path = `/api/assets/${one.id}/content`
    await this.#renew(one, bytes, () => this.#ask<AssetInfo>('PUT', path, new Uint8Array(bytes)))
  }

  async #renew(one: Known, bytes: Buffer, send: () => Promise<AssetInfo>): Promise<void> {
    const hash = hashOf(bytes)
    one.newest = new Set([...one.newest, hash])
    const { version } = await send()
    one.newest = new Set([hash])
    one.versions.set(version, one.newest)
  }

  async #move(): Promise<void> {
    const one = this.#one('kept')
    if (one) await this.#ask('PUT', `/api/assets/${one.id}`, { parentId: this.#folder() })
  }

  async #copy(): Promise<void> {
    const one = this.#one('kept')
    if (!one) return
    const body = { parentId: this.#folder(), name: this.#name() }
    const made = await this.#ask<AssetInfo>('POST', `/api/assets/${one.id}/copy`, body)
    this.#add(made, one.newest)
  }

  async #trash(): Promise<void> {
    const one = this.#one('kept')
    if (one) await this.#change(one, 'trashed', 'DELETE', '')
  }

  async #restore(): Promise<void> {
    const one = this.#one('trashed')
    if (one) await this.#change(one, 'kept', 'POST', '/restore')
  }

  async #purge(): Promise<void> {
    const one = this.#one('trashed')
    if (one) await this.#change(one, 'gone', 'POST', '/purge')
  }

  async #change(one: Known, to: State, method: string, path: string): Promise<void> {
    one.states.add(to)
    await this.#ask(method, `/api/assets/${one.id}${path}`)
    one.states = new Set([to])
  }

  async #ask<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const { url, as } = this.clerk
    return await this.#counted(async () => {
      const reply = await call<Body & { message?: string }>(url, method, path, { as, body })
      if (reply.status >= 500) throw new Unanswered(`${reply.status}`)
      if (reply.status >= 300) {
        throw new Error(`${method} ${path}: ${reply.status} ${reply.body.message}`)
      }
      return reply.body
    })
  }

  async #counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.clerk.begin()
    const result = await work().catch((error: unknown) => {
      // A broken connection.
      throw error instanceof TypeError ? new Unanswered(error.message) : error
    })
    this.clerk.done()
    return result
  }
}
