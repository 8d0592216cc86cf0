import { transaction } from '@crossdock/kernel/database'
import { text } from '@crossdock/kernel/http'
import { tenantTable } from '@crossdock/kernel/tenancy'
import type { SideName, Tree } from '@crossdock/sync-engine'
import { SyncSide } from '../../models/sync_side.js'
import { PassWaits, PlanOutdated } from '../pass_stopped.js'
import { entriesOf } from '../rows.js'
import type { AgentEnd } from './end.js'

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
