import { invalid, text } from '@crossdock/kernel/http'
import { contentStore } from '@crossdock/kernel/storage'
import type { KeptReason } from '../contracts/index.js'
import { keep, type ToKeep } from '../rows/index.js'
import {
  otherSide,
  type Expected,
  type PlannedOperation,
  type SideName,
} from '@crossdock/sync-engine'
import { sendWork, type NewWork } from './agent_work.js'
import type { Carrying } from './carrying.js'
import { idOn, type Change } from './ends/end.js'

/** A version of a file on one side. */
interface Version {
  side: SideName
  expected: Expected
  size: number
  path: string
}

interface Keeping extends Version {
  hash: string | null
  key: string | null
  reason: KeptReason
}

interface Around {
  /** Carries out what waits for a commit, before something lasts. */
  flush(): Promise<void>
  failed(what: Failed, error: unknown): Promise<void>
  fetched(): void
}

export type Failed = Pick<PlannedOperation, 'path'> & { side: SideName }

/** Brings versions of agents and systems into the store: what is written elsewhere, and what would be lost otherwise. */
export class Versions {
  /** What the store is to keep in the commit that hands agents their work. */
  readonly toKeep: ToKeep[] = []
  readonly #sent = new Set<string>()

  constructor(
    private readonly pass: Carrying,
    private readonly work: NewWork[],
    private readonly around: Around
  ) {}

  /** Brings the bytes that a write needs into the store. @returns false while they are still to come */
  async bring(change: Extract<PlannedOperation, { type: 'write' }>): Promise<boolean> {
    const { hash, from, size, path } = change
    const side = otherSide(change.side)
    if (!this.pass.contents.has(hash)) {
      const fetched = await this.fetch({ side, expected: from, size, path })
      if (fetched === null || fetched !== hash) return false
    }
    if (this.pass.ends[side].kind === 'stored') return true
    // An agent may report any size: room is counted by it, and a file is cut to it.
    const real = await contentStore.use().size(hash)
    if (real === size) return true
    const sentence = text(
      'It was reported with {size} bytes, and its content has {real}. It is tried again.',
      { size, real }
    )
    await this.around.failed({ side, path }, invalid('size', sentence))
    return false
  }

  /** Has the bytes of an entry brought into the store. @returns their content id once they are there */
  async fetch({ side, expected, size, path }: Version): Promise<string | null> {
    const end = this.pass.ends[side]
    if (end.kind === 'stored') return expected.hash
    if (end.kind === 'agent') {
      const id = `send ${side} ${expected.id}`
      if (this.#sent.has(id)) return null
      this.#sent.add(id)
      this.work.push({ side, path, work: sendWork(expected, size, id), then: { path } })
      return null
    }
    await this.around.flush()
    try {
      const { hash } = await end.fetch(expected, size, path)
      this.pass.contents.add(hash)
      this.around.fetched()
      return hash
    } catch (error) {
      await this.around.failed({ side, path }, error)
      return null
    }
  }

  /** What an agent or system loses is kept on the server first. @returns false while its bytes are still to come */
  async keepBefore(change: Change & PlannedOperation): Promise<boolean> {
    const isLoss = change.type === 'write' || (change.type === 'remove' && change.kind === 'file')
    if (!isLoss || !change.expected) return true
    const { side, path, expected, key } = change
    const size = this.pass.trees[side].entries.get(expected.id)?.size ?? 0
    const reason = change.type === 'write' ? 'overwritten' : 'deleted'
    const { hash } = expected
    return await this.keep({ side, expected, hash, size, path, reason, key })
  }

  /** Has the store keep a version. @returns false while its bytes are still to come */
  async keep({ expected, key, reason, ...version }: Keeping): Promise<boolean> {
    const { side, path, size } = version
    const end = this.pass.ends[side]
    // Versions of assets stay.
    if (end.kind === 'stored') return true
    const contentHash = await this.stored({ ...version, expected, key })
    if (contentHash === null) return false
    const kept = { side, path, contentHash, size, reason }
    // An agent gets its work in the commit that keeps them.
    if (end.kind === 'agent') this.toKeep.push(kept)
    else await this.pass.commit((contract) => keep(contract, [kept]))
    return true
  }

  /** @returns the content id of a version once its bytes are in the store */
  async stored(
    version: Version & { hash: string | null; key: string | null }
  ): Promise<string | null> {
    const { hash, side, key } = version
    if (hash !== null && (await this.#isThere(hash, side, key))) return hash
    return await this.fetch(version)
  }

  async #isThere(hash: string, side: SideName, key: string | null): Promise<boolean> {
    const other = otherSide(side)
    const pair = key === null ? undefined : this.pass.agreed.get(key)
    const isAsset = this.pass.ends[other].kind === 'stored'
    return await this.pass.contents.hasVersion(
      hash,
      isAsset && pair ? idOn(pair, other) : undefined
    )
  }
}
