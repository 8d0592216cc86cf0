import { answerOf, type Row } from '@crossdock/kernel/http'
import { kindsOf } from '../config/known.js'
import { readableAuth, showConfig } from '../config/stored.js'
import type { ExternalSystem, SystemOrigin } from '../models/external_system.js'
import { plainAddress } from '../imports/plain_address.js'
import { systemAnswer } from '../validators/systems.js'

/** A system as the API shows it: secrets only as set or not set. */
export function showSystem(system: Row<ExternalSystem>, endpointCount: number) {
  const { connector, authType } = kindsOf(system)
  return answerOf(systemAnswer, system, {
    authConfig: showConfig(authType, readableAuth(system)),
    config: showConfig(connector, system.config),
    origin: system.origin && shownOrigin(system.origin),
    endpointCount,
  })
}

/** Without the hash, which compares documents. Earlier versions stored the whole address. */
const shownOrigin = ({ hash: _, url, ...origin }: SystemOrigin) => ({
  ...origin,
  ...(url === undefined ? {} : { url: plainAddress(url) }),
})
