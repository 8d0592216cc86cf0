import { operation } from '@crossdock/kernel/http'
import { activityList } from './queries/activity.js'
import { activityResponse, recentActivityResponse } from './validators/activity.js'

const handler = () => import('./controllers/activity_controller.js')

export default [
  operation('GET /activity', {
    summary: 'What happened, newest first',
    description:
      'Shows what the caller may read elsewhere (people with users.read, tokens with tokens.read, …) and what they did themselves.',
    access: 'session',
    permission: 'activity.read',
    list: activityList,
    response: activityResponse,
    handler,
    action: 'index',
  }),
  operation('GET /dashboard/activity', {
    summary: 'The latest of what happened, as far as the caller may read it',
    access: 'session',
    permission: 'dashboard.read',
    response: recentActivityResponse,
    handler,
    action: 'recent',
  }),
]
