import { operation } from '@crossdock/kernel/http'
import { sessionList } from './queries/sessions.js'
import { showSessions } from './transformers/session.js'
import { endedSessions, endSessionsQuery, sessionAnswer } from './validators/sessions.js'

const controller = () => import('./controllers/sessions_controller.js')

const whose =
  'Your own sessions; with the permission `sessions.write` also those of a person of the tenant (`userId`). API tokens with fewer permissions than their owner get 403.'

/** Sign-in sessions of people. */
export const sessionOperations = [
  operation(
    'GET /sessions',
    {
      summary: 'List the sessions of a person',
      description: whose,
      access: 'session',
      list: sessionList,
      response: sessionAnswer,
      show: showSessions,
    },
    controller,
    'index'
  ),
  operation(
    'DELETE /sessions/{id}',
    {
      summary: 'End a session',
      description: `${whose} The session and its streams end immediately.`,
      access: 'session',
      status: 204,
    },
    controller,
    'destroy'
  ),
  operation(
    'DELETE /sessions',
    {
      summary: 'End all sessions of a person',
      description: `${whose} The session of the request itself stays.`,
      access: 'session',
      query: endSessionsQuery,
      response: endedSessions,
    },
    controller,
    'destroyAll'
  ),
]
