import { defineConsolePlugin, knownList, lazyScreen } from '@crossdock/admin/kit'
import { Webhook } from 'lucide-react'
import { lazy } from 'react'
import { failingPath, webhookPath, webhooksPath } from './paths.js'

const permission = 'webhooks.read'

export default defineConsolePlugin({
  id: 'webhooks',
  routes: [
    { path: webhooksPath, component: lazy(() => import('./WebhooksScreen.js')), permission },
    {
      path: `${webhooksPath}/:webhookId`,
      component: lazy(() => import('./webhook/WebhookScreen.js')),
      permission,
    },
  ],
  menu: [
    {
      to: webhooksPath,
      label: 'webhooks.title',
      icon: Webhook,
      section: 'automation',
      order: 30,
      permission,
    },
  ],
  entityLinks: {
    webhook_subscription: ({ id, eventType }) =>
      eventType === 'webhook_subscription_deleted' ? undefined : webhookPath({ id }),
  },
  attention: [
    {
      id: 'failing-webhooks',
      component: lazyScreen(() => import('./webhooks/FailingWebhooks.js')),
      known: knownList(failingPath),
      permission,
      order: 25,
    },
  ],
  live: { 'webhook_subscription_*': ['webhooks'] },
  searchProviders: [
    {
      id: 'webhooks',
      label: 'webhooks.title',
      icon: Webhook,
      order: 45,
      permission,
      search: async (...asked) => (await import('./search.js')).findWebhooks(...asked),
    },
  ],
})
