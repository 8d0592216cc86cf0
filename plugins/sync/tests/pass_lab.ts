import { environmentResolver, inTenant } from '@crossdock/kernel/tenancy'
import { until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import type { AssetInfo } from '@crossdock/backend/assets'
import { contentStore } from '@crossdock/kernel/storage'
import type { Explained } from '../contracts/index.js'
import type { EndConfig } from '../contracts/names.js'
import { SyncContract } from '../models/sync_contract.js'
import { SyncKept } from '../models/sync_kept.js'
import { SyncPass } from '../models/sync_pass.js'
import { SyncRun } from '../models/sync_run.js'

interface End extends EndConfig {
  type: SyncContract['sourceType']
}

/** The ends of a contract in a test. */
export interface Ends {
  source: End
  target: End
}

let contracts = 0

/** A tenant where a test creates and runs contracts. */
export class PassLab {
  constructor(
    readonly app: TestApp,
    readonly tenant: TestTenant
  ) {}

  inside<T>(work: () => Promise<T>): Promise<T> {
    return this.app.inside(async () => {
      const environmentId = await environmentResolver.use().resolve(this.tenant.id, null)
      return inTenant(this.tenant.id, work, { environmentId })
    })
  }

  /** Creates a contract over the API. It runs only on request, unless `more` says otherwise. */
  async contract({ source, target }: Ends, more: object = {}): Promise<SyncContract> {
    const { type: sourceType, ...sourceConfig } = source
    const { type: targetType, ...targetConfig } = target
    const { id } = await this.ok<{ id: string }>('POST', '/sync-contracts', {
      name: `Test ${++contracts}`,
      sourceType,
      sourceConfig,
      targetType,
      targetConfig,
      syncRules: { maxDeletions: 10, maxDeletionPercent: 50, bidirectional: true },
      scheduleConfig: { mode: 'manual' },
      ...more,
    })
    return await this.load(id)
  }

  async startRun(contractId: string): Promise<{ runId: string }> {
    const { id } = await this.ok<{ id: string }>('POST', `/sync-contracts/${contractId}/sync`)
    return { runId: id }
  }

  /** Waits until every requested pass has ended. */
  async settled(contractId: string): Promise<SyncContract> {
    return await until('the pass to end', () =>
      this.inside(async () => {
        const row = await SyncPass.query().where({ contractId }).first()
        if (row && Number(row.wanted) > Number(row.done)) return false
        return await SyncContract.findOrFail(contractId)
      })
    )
  }

  /** Runs a contract until nothing is left to do. */
  async sync(contractId: string): Promise<SyncRun> {
    const { runId } = await this.startRun(contractId)
    return await this.ended(runId)
  }

  ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.app.ok<T>(method, `/api${path}`, { as: this.tenant.admin, body })
  }

  folder(name: string, parentId: string | null = null): Promise<AssetInfo> {
    return this.ok('POST', '/assets', { name, type: 'folder', parentId })
  }

  file(name: string, parentId: string | null, bytes = name): Promise<AssetInfo> {
    const form = new FormData()
    if (parentId) form.set('parentId', parentId)
    form.set('file', new Blob([bytes], { type: 'text/plain' }), name)
    return this.ok('POST', '/assets', form)
  }

  children(parentId: string): Promise<AssetInfo[]> {
    return this.ok('GET', `/assets?parentId=${parentId}&range=[0,499]`)
  }

  async text({ id }: { id: string }): Promise<string> {
    const reply = await fetch(`${this.app.url}/api/assets/${id}/content`, this.tenant.admin)
    return await reply.text()
  }

  /** The tree below a folder, by path: the text of files, null for folders. */
  async tree(parentId: string, above = ''): Promise<Record<string, string | null>> {
    const found: Record<string, string | null> = {}
    for (const one of await this.children(parentId)) {
      const path = above + one.name
      found[path] = one.type === 'folder' ? null : await this.text(one)
      if (one.type === 'folder') Object.assign(found, await this.tree(one.id, `${path}/`))
    }
    return found
  }

  async named(parentId: string, path: string): Promise<AssetInfo> {
    let found: AssetInfo | undefined
    for (const name of path.split('/'))
      found = (await this.children(found?.id ?? parentId)).find((one) => one.name === name)
    if (!found) throw new Error(`${path} is not there.`)
    return found
  }

  ended(runId: string): Promise<SyncRun> {
    return until('the run to end', async () => {
      const run = await this.run(runId)
      return run.endedAt !== null && run
    })
  }

  run(id: string): Promise<SyncRun> {
    return this.inside(() => SyncRun.findOrFail(id))
  }

  load(id: string): Promise<SyncContract> {
    return this.inside(() => SyncContract.findOrFail(id))
  }

  /** Releases the plan of a stopped run. */
  async release(id: string, runId: string): Promise<unknown> {
    const { stop } = await this.run(runId)
    if (!stop || stop.code === 'root_missing') throw new Error('There is nothing to release.')
    const { code, side, count } = stop
    return this.ok('POST', `/sync-contracts/${id}/release`, { runId, code, side, count })
  }

  explain(id: string, path: string): Promise<Explained> {
    return this.ok('GET', `/sync-contracts/${id}/explain?path=${encodeURIComponent(path)}`)
  }

  kept(contractId: string): Promise<SyncKept[]> {
    return this.inside(async () => await SyncKept.query().where({ contractId }))
  }

  /** The text of a content in the store. */
  stored(hash: string): Promise<string> {
    return this.inside(async () => {
      const pieces: Buffer[] = []
      for await (const piece of await contentStore.use().read(hash))
        pieces.push(Buffer.from(piece as Buffer))
      return Buffer.concat(pieces).toString()
    })
  }
}
