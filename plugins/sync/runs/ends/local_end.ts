import { transaction } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/ground'
import { tenantTable } from '@crossdock/kernel/tenancy'
import type { Entry, SideName, Tree } from '@crossdock/sync-engine'
import { SyncSide } from '../../models/sync_side.js'
import { PassStopped, PassWaits, PlanOutdated } from '../pass_stopped.js'
import { entriesOf } from '../rows.js'
import { mostEntries, type AgentEnd } from './end.js'

/** A folder of a machine: the last report of its agent, and the work for the agent. */
export class LocalEnd implements AgentEnd {
  readonly kind = 'agent'
  readonly side: SideName

  constructor(
    public row: SyncSide,
    readonly agentId: string
  ) {
    this.side = row.side
  }

  /** Returns the reported tree. It is read under a lock: a mix of two reports would look like deletions. */
  tree(): Promise<Tree> {
    return transaction(async () => {
      const { id, endKey } = this.row
      this.row = await SyncSide.query().where('id', id).forUpdate().firstOrFail()
      if (this.row.endKey !== endKey) throw new PlanOutdated()
      const { contractId, epoch, stateId, traits, isRootThere, isTrusted } = this.row
      if (!stateId || !traits) {
        throw new PassWaits(text('The desktop agent has not reported its folder yet.'))
      }
      const entries = isRootThere ? await entriesOf(contractId, this.side, epoch) : new Map()
      if (entries.size > mostEntries) throw new PassStopped(tooMany)
      if (!isTree(entries)) throw new PassWaits(noTree)
      return { entries, isRootThere, isTrusted, traits }
    })
  }

  async isOnline(): Promise<boolean> {
    const [agent] = await tenantTable<{ connection_status: string }>('desktop_agents')
      .where('id', this.agentId)
      .select('connection_status')
    return agent?.connection_status === 'online'
  }
}

const tooMany = text('The folder holds more than {most} files and folders. Choose a smaller one.', {
  most: mostEntries,
})

const noTree = text(
  'The desktop agent reported folders inside of each other. The run continues with its next report.'
)

/** Maximum depth; no disk has deeper paths. */
const deepest = 5_000

/** Returns whether each entry leads up to the root. With a cycle, planning would never end. */
function isTree(entries: ReadonlyMap<string, Entry>): boolean {
  const checked = new Set<string>()
  for (const { id } of entries.values()) {
    const path: string[] = []
    for (let at = entries.get(id); at && !checked.has(at.id);) {
      path.push(at.id)
      if (path.length > deepest) return false
      at = at.parentId === null ? undefined : entries.get(at.parentId)
    }
    for (const id of path) checked.add(id)
  }
  return true
}
