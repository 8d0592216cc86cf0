import { answerOf, type Row } from '@crossdock/kernel/http'
import type { IntegrationLog } from '../models/integration_log.js'
import { logAnswer } from '../validators/logs.js'

/** Names as they are now; null when there was none, it is gone, or is not for the caller to read. */
export interface LogNames {
  workflowName: string | null
  systemName: string | null
  endpointName: string | null
  assetName: string | null
}

export const showLog = (log: Row<IntegrationLog>, names: LogNames) =>
  answerOf(logAnswer, log, names)
