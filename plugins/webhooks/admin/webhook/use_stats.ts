import type { WebhookStats } from '@crossdock/client'
import { useRead } from '@crossdock/admin/kit'
import { POLL, type Webhook } from '../model.js'

/** The figures of a webhook, read once for all who ask. */
export const useStats = ({ id }: Webhook) =>
  useRead<WebhookStats>(['webhooks', id, 'stats'], { refetchInterval: POLL })
