import type { EnvironmentLimits } from '@crossdock/kernel/ledger'
import { knownEnvironment, knownEnvironments, type Known } from '../queries/known.js'

const limitsOf = (known: Known | undefined) => known?.limits ?? null

/** The limits of environments, in the form the ledger expects. */
export const limitsOfEnvironments: EnvironmentLimits = {
  of({ tenantId, environmentId }) {
    const found = knownEnvironment(tenantId, environmentId)
    return found instanceof Promise ? found.then(limitsOf) : limitsOf(found)
  },
  async production(tenantId) {
    return (await knownEnvironments(tenantId)).find(({ name }) => name === 'production')?.id ?? null
  },
}
