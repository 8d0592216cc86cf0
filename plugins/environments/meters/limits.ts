import type { EnvironmentLimits } from '@crossdock/kernel/ledger'
import { committedEnvironments, withId, type Known } from '../queries/known.js'

const limitsOf = (known: Known | undefined) => known?.limits ?? null

/** What environments may use, as the ledger asks for it. */
export const limitsOfEnvironments: EnvironmentLimits = {
  of({ tenantId, environmentId }) {
    const found = committedEnvironments(tenantId)
    const own = withId(environmentId)
    return found instanceof Promise ? found.then((all) => limitsOf(own(all))) : limitsOf(own(found))
  },
  async production(tenantId) {
    const all = await committedEnvironments(tenantId)
    return all.find(({ name }) => name === 'production')?.id ?? null
  },
}
