import { answerOf, type Row } from '@crossdock/kernel/http'
import { bodyParts } from '../calls/stored_bodies.js'
import { withNumbersAsTexts } from '../calls/shown.js'
import type { IntegrationLog } from '../models/integration_log.js'
import { logAnswer } from '../validators/logs.js'

/** Names as they are now; null when there was none, it is gone, or is not for the caller to read. */
export interface LogNames {
  workflowName: string | null
  systemName: string | null
  endpointName: string | null
  assetName: string | null
  /** The event that set off its run. */
  eventId: string | null
  /** The file it was about lies in a folder the caller may not open. */
  isClosed: boolean
}

/** What was sent and said of a file is as closed as the file. */
const withheld = { requestData: null, responseData: null, errorMessage: null, storedBodies: [] }

export const showLog = (log: Row<IntegrationLog>, { isClosed, ...names }: LogNames) =>
  answerOf(
    logAnswer,
    log,
    isClosed
      ? { ...names, ...withheld }
      : {
          ...names,
          storedBodies: bodyParts.filter((part) => log[`${part}ContentId`] !== null),
          responseData: withNumbersAsTexts(log.responseData) as IntegrationLog['responseData'],
        }
  )
