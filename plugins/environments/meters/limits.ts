import type { EnvironmentLimits } from '@crossdock/kernel/ledger'
import { knownEnvironment, knownEnvironments } from '../queries/known.js'

/** What environments may use, as the ledger asks for it. */
export const limitsOfEnvironments: EnvironmentLimits = {
  async of({ tenantId, environmentId }) {
    return (await knownEnvironment(tenantId, environmentId))?.limits ?? null
  },
  async production(tenantId) {
    return (await knownEnvironments(tenantId)).find(({ name }) => name === 'production')?.id ?? null
  },
}
