import type { HttpContext } from '@adonisjs/core/http'
import { now, unscoped } from '@crossdock/kernel/database'
import { clientKey } from '@crossdock/kernel/limits'
import { Problem, text } from '@crossdock/kernel/ground'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { hashPageToken } from '../actions/receiver_page.js'
import type { WebhookSubscription } from '../models/webhook_subscription.js'
import { findSubscription } from '../queries/subscriptions.js'
import { changesPerClient, requestsPerClient } from './limits.js'

/** Returns the error for every unknown address. It is the same for all reasons, so it reveals none. */
export const pageNotFound = (): Problem =>
  new Problem(404, 'E_NOT_FOUND', text('There is nothing at this address.'))

interface FoundPage {
  id: string
  tenant_id: string
  environment_id: string
  status: string
  tenant_name: string
}

/** The sending organization. */
export interface Sender {
  tenantId: string
  name: string
}

/**
 * Runs `work` for a visitor of a receiver's page: in its tenant and environment, with the subscription as actor.
 * @throws Problem 403 for a form of another site, 404 for an unknown token, 429
 */
export async function visit<T>(
  http: HttpContext,
  work: (subscription: WebhookSubscription, sender: Sender) => Promise<T>
): Promise<T> {
  const client = clientKey(http.request.ip())
  await requestsPerClient.use(client)
  const changes = http.request.method() === 'POST'
  if (changes) {
    assertOwnForm(http)
    await changesPerClient.use(client)
  }
  const hash = hashPageToken(String(http.params.token))
  const page = hash === null ? null : await findPage(hash)
  if (page?.status !== 'active') throw pageNotFound()
  const { tenant_id: tenantId, environment_id: environmentId, id, tenant_name: name } = page
  const actor = { type: 'link', id, userId: null, label: 'Receiver of a webhook' } as const
  const context = { actor, permissions: new Set<string>(), environmentId }
  return inTenant(
    tenantId,
    async () => work(await findSubscription(id).catch(throwPageNotFound), { tenantId, name }),
    context
  )
}

function throwPageNotFound(error: unknown): never {
  throw error instanceof Problem ? pageNotFound() : error
}

/** Refuses a form that a page of another site sent. Browsers report the origin in a header. */
function assertOwnForm({ request }: HttpContext): void {
  const site = request.header('sec-fetch-site')
  if (site === undefined || site === 'same-origin') return
  const sentence = text('This form was sent by a page of another site. Open the page itself.')
  throw new Problem(403, 'E_ORIGIN', sentence)
}

function findPage(hash: string): Promise<FoundPage | null> {
  return asOperator('the page of a receiver is known by its hash alone', async () => {
    const found: FoundPage | null = await unscoped()
      .from('webhook_subscriptions as webhooks')
      .join('tenants', 'tenants.id', 'webhooks.tenant_id')
      .where('webhooks.page_hash', hash)
      .where('webhooks.page_expires_at', '>', now())
      .whereNull('webhooks.deleted_at')
      .select('webhooks.id', 'webhooks.tenant_id', 'webhooks.environment_id', 'tenants.status')
      .select('tenants.name as tenant_name')
      .first()
    return found
  })
}
