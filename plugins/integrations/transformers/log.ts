import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { bodyParts } from '../calls/stored_bodies.js'
import { withNumbersAsTexts } from '../calls/shown.js'
import type { IntegrationLog } from '../models/integration_log.js'
import { logAnswer } from '../validators/logs.js'

/**
 * Present names of the objects of a call. A name is null if there is no object, if it was deleted, or if the
 * caller may not read it.
 */
export interface LogNames {
  workflowName: string | null
  systemName: string | null
  endpointName: string | null
  assetName: string | null
  /** The event that started the run of the call. */
  eventId: string | null
  /** Whether the file is in a folder that the caller may not open. */
  isClosed: boolean
}

/** Data about a file is hidden together with the file. */
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
