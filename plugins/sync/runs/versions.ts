import { invalid, text } from '@crossdock/kernel/ground'
import type { KeptReason } from '../contracts/index.js'
import { keepContents, type ToKeep } from '../rows/index.js'
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

interface VersionHooks {
  /** Commits pending changes before a long operation. */
  flush(): Promise<void>
  failed(what: Failed, error: unknown): Promise<void>
  fetched(): void
}

export type Failed = Pick<PlannedOperation, 'path'> & { side: SideName }

/**
 * Copies versions of agents and systems into the store: versions to be written at the other end, and versions
 * that would otherwise be lost.
 */
export class Versions {
  /** Versions to keep in the commit that stores the work for agents. */
  readonly toKeep: ToKeep[] = []
  readonly #sent = new Set<string>()

  constructor(
    private readonly pass: Carrying,
    private readonly work: NewWork[],
    private readonly hooks: VersionHooks
  ) {}

  /**
   * Copies the bytes of a write into the store.
   * @returns false while they are missing
   */
  async fetchContent(change: Extract<PlannedOperation, { type: 'write' }>): Promise<boolean> {
    const { hash, from, size, path } = change
    const side = otherSide(change.side)
    if (!this.pass.contents.has(hash)) {
      const fetched = await this.fetch({ side, expected: from, size, path })
      if (fetched === null || fetched !== hash) return false
    }
    if (this.pass.ends[side].kind === 'stored') return true
    // Verify the size, because an agent may report any size. The other end reserves space for the reported
    // size, and cuts the file to it.
    const real = await this.pass.contents.sizeOf(hash)
    if (real === size) return true
    const sentence = text(
      'It was reported with {size} bytes, and its content has {real}. It is tried again.',
      { size, real }
    )
    await this.hooks.failed({ side, path }, invalid('size', sentence))
    return false
  }

  /**
   * Requests the bytes of an entry for the store.
   * @returns their content id if they are in the store
   */
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
    await this.hooks.flush()
    try {
      const { hash } = await end.fetch(expected, size, path)
      this.pass.contents.add(hash)
      this.hooks.fetched()
      return hash
    } catch (error) {
      await this.hooks.failed({ side, path }, error)
      return null
    }
  }

  /**
   * Keeps a version on the server before an agent or system loses it.
   * @returns false while its bytes are missing
   */
  async keepBefore(change: Change & PlannedOperation): Promise<boolean> {
    const isLoss = change.type === 'write' || (change.type === 'remove' && change.kind === 'file')
    if (!isLoss || !change.expected) return true
    const { side, path, expected, key } = change
    const size = this.pass.trees[side].entries.get(expected.id)?.size ?? 0
    const reason = change.type === 'write' ? 'overwritten' : 'deleted'
    const { hash } = expected
    return await this.keep({ side, expected, hash, size, path, reason, key })
  }

  /**
   * Keeps a version in the store.
   * @returns false while its bytes are missing
   */
  async keep({ expected, key, reason, ...version }: Keeping): Promise<boolean> {
    const { side, path, size } = version
    const end = this.pass.ends[side]
    // Assets keep their versions anyway.
    if (end.kind === 'stored') return true
    const contentHash = await this.stored({ ...version, expected, key })
    if (contentHash === null) return false
    const kept = { side, path, contentHash, size, reason }
    // The commit that keeps these versions also stores the agent's work.
    if (end.kind === 'agent') this.toKeep.push(kept)
    else await this.pass.commit((contract) => keepContents(contract, [kept]))
    return true
  }

  /** Returns the content id of a version if its bytes are in the store; otherwise null. */
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
