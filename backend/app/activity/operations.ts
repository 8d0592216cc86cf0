import { feed, operation } from '@crossdock/kernel/http'
import { activityList } from './queries/activity.js'
import { activityResponse, recentActivityResponse } from './validators/activity.js'
import { eventStreamQuery, liveEnd, liveEvent, liveReset } from './validators/event_stream.js'
import { activityRead, dashboardRead } from './contracts/index.js'

const controller = () => import('./controllers/activity_controller.js')

export default [
  operation(
    'GET /activity',
    {
      summary: 'What happened, newest first',
      description:
        'Shows what the caller may read elsewhere (people with users.read, tokens with tokens.read, …) and what they did themselves.',
      access: 'session',
      permission: activityRead,
      list: activityList,
      response: activityResponse,
    },
    controller,
    'index'
  ),
  operation(
    'GET /dashboard/activity',
    {
      summary: 'The latest of what happened, as far as the caller may read it',
      access: 'session',
      permission: dashboardRead,
      response: recentActivityResponse,
    },
    controller,
    'recent'
  ),
  feed(
    'GET /events/stream',
    {
      summary: 'What happens, as it happens, as far as the caller may read it',
      description:
        'Server-Sent Events of the tenant, or of all tenants for a super administrator who has chosen none. Last-Event-ID (or lastEventId) goes on behind an event; `reset` says that what was missed cannot be told, `end` why the server ends the stream.',
      access: 'session',
      query: eventStreamQuery,
      events: { message: liveEvent, reset: liveReset, end: liveEnd },
    },
    () => import('./controllers/event_stream_controller.js'),
    'follow'
  ),
]
