import { operation } from '@crossdock/kernel/http'
import { sessionList } from './queries/sessions.js'
import { showSessions } from './transformers/session.js'
import { endedSessions, endSessionsQuery, sessionAnswer } from './validators/sessions.js'

const controller = () => import('./controllers/sessions_controller.js')

const whose =
  'Your own; with the permission `sessions.write` those of a person of the tenant (`userId`). An API token that may do less than its owner sees and ends none.'

/** The sessions people are signed in with. */
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
      description: `${whose} It ends at once, with all its streams.`,
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
      description: `${whose} All at once but the one the request is made in.`,
      access: 'session',
      query: endSessionsQuery,
      response: endedSessions,
    },
    controller,
    'destroyAll'
  ),
]
