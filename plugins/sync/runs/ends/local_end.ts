import { transaction } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'
import type { Entry, SideName, Tree } from '@crossdock/sync-engine'
import { SyncSide } from '../../models/sync_side.js'
import { PassStopped, PassWaits, PlanOutdated } from '../pass_stopped.js'
import { entriesOf } from '../rows.js'
import { mostEntries, type AgentEnd } from './end.js'

/** A folder of a machine: what its agent last reported, and work that the agent fetches. */
export class LocalEnd implements AgentEnd {
  readonly kind = 'agent'
  readonly side: SideName

  constructor(
    public row: SyncSide,
    readonly agentId: string
  ) {
    this.side = row.side
  }

  /** Locked against reports: a tree of which a report takes away half would look like deletions. */
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
  'The desktop agent reported folders that lie in each other. The run goes on with its next report.'
)

/** Deeper trees are none: no disk holds such a path. */
const deepest = 5_000

/** Whether each entry leads up to the root: what is planned for a circle would never come to an end. */
function isTree(entries: ReadonlyMap<string, Entry>): boolean {
  const sound = new Set<string>()
  for (const { id } of entries.values()) {
    const way: string[] = []
    for (let at = entries.get(id); at && !sound.has(at.id);) {
      way.push(at.id)
      if (way.length > deepest) return false
      at = at.parentId === null ? undefined : entries.get(at.parentId)
    }
    for (const one of way) sound.add(one)
  }
  return true
}
