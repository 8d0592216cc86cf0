import { feed, operation } from '@crossdock/kernel/http'
import { activityList } from './queries/activity.js'
import {
  activityResponse,
  activityTypesAnswer,
  dashboardAnswer,
  recentActivityResponse,
} from './validators/activity.js'
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
    'GET /activity-types',
    {
      summary: 'The kinds of events the feed tells the caller of',
      access: 'session',
      permission: activityRead,
      response: activityTypesAnswer,
    },
    controller,
    'types'
  ),
  operation(
    'GET /activity/export',
    {
      summary: 'What happened, as a file',
      description:
        'CSV in UTF-8 with what GET /activity gives for the same filters and order, to 50,000 entries. Where there are more, the last line has no time and says so. A text that a spreadsheet would take for a formula begins with an apostrophe.',
      access: 'session',
      permission: activityRead,
      list: activityList,
    },
    () => import('./controllers/export_controller.js'),
    'activity'
  ),
  operation(
    'GET /dashboard',
    {
      summary: 'What the dashboard shows, in one answer',
      description:
        'The answers of the operations it shows, each as they would be given one by one. Those the caller may not call are left out, and those that take too long.',
      access: 'session',
      permission: dashboardRead,
      response: dashboardAnswer,
    },
    controller,
    'dashboard'
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
