import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { kindsOf } from '../config/known.js'
import { readableAuth, showConfig } from '../config/stored.js'
import type { ExternalSystem, SystemOrigin } from '../models/external_system.js'
import { plainAddress } from '../placeholders/plain_address.js'
import { systemAnswer } from '../validators/systems.js'

/** Shows a system in the API. Of secrets it shows only whether they are set. */
export function showSystem(system: Row<ExternalSystem>, endpointCount: number) {
  const { connector, authType } = kindsOf(system)
  return answerOf(systemAnswer, system, {
    authConfig: showConfig(authType, readableAuth(system)),
    config: showConfig(connector, system.config),
    origin: system.origin && shownOrigin(system.origin),
    endpointCount,
  })
}

/** Omits the hash, which only serves to compare documents. Earlier versions stored the address with its query. */
const shownOrigin = ({ hash: _, url, ...origin }: SystemOrigin) => ({
  ...origin,
  ...(url === undefined ? {} : { url: plainAddress(url) }),
})
