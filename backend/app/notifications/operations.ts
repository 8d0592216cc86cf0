import { operation } from '@crossdock/kernel/http'
import { notificationList } from './queries/list.js'
import {
  notificationAnswer,
  readBody,
  settingsAnswer,
  settingsBody,
  unreadAnswer,
} from './validators/notifications.js'

const notifications = () => import('./controllers/notifications_controller.js')
const settings = () => import('./controllers/settings_controller.js')

export default [
  operation(
    'GET /notifications',
    {
      summary: 'What you were told of, newest first',
      description:
        'Yours alone, in the current organization. What you may not read any more is left out. Something that happens again within an hour is counted, and told once.',
      list: notificationList,
      response: notificationAnswer,
    },
    notifications,
    'index'
  ),
  operation(
    'GET /notifications/unread',
    { summary: 'How many you have not read', response: unreadAnswer },
    notifications,
    'unread'
  ),
  operation(
    'POST /notifications/read',
    {
      summary: 'Mark notifications as read',
      description:
        'Those with the ids, or all up to an instant. Answers with how many are unread then. What is read is not mailed any more.',
      body: readBody,
      response: unreadAnswer,
    },
    notifications,
    'read'
  ),
  operation(
    'GET /notifications/settings',
    {
      summary: 'What you are told of, and where',
      description: 'Every kind that your role lets you read.',
      response: settingsAnswer,
    },
    settings,
    'show'
  ),
  operation(
    'PUT /notifications/settings',
    {
      summary: 'Decide what you are told of, and where',
      description:
        'Kinds and channels that are not named stay as they are. It counts for what happens from then on. Answers with all of them.',
      body: settingsBody,
      response: settingsAnswer,
    },
    settings,
    'update'
  ),
]
