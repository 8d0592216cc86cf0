import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import { describeDevice } from '../devices.js'
import type { Session } from '../models/session.js'
import { sessionAnswer } from '../validators/sessions.js'

/** A session without its secret. */
export type ShownSession = Row<Session> & { isCurrent: boolean }

export const showSessions = (sessions: ShownSession[]) =>
  sessions.map((session) =>
    answerOf(sessionAnswer, session, {
      ...describeDevice(session.userAgent),
      isCurrent: session.isCurrent,
    })
  )
