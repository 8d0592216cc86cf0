import { answerOf, type Row } from '@crossdock/kernel/http'
import { wordsOfDevice } from '../devices.js'
import type { Session } from '../models/session.js'
import { sessionAnswer } from '../validators/sessions.js'

/** A session as its owner may see it: never the secret. */
export type ShownSession = Row<Session> & { isCurrent: boolean }

export const showSessions = (sessions: ShownSession[]) =>
  sessions.map((session) =>
    answerOf(sessionAnswer, session, {
      ...wordsOfDevice(session.userAgent),
      isCurrent: session.isCurrent,
    })
  )
