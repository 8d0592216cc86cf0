import { notFound } from '@crossdock/kernel/ground'
import { paginate, period, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { webhookOutcomes } from '../../contracts/index.js'
import { WebhookRequest } from '../models/webhook_request.js'
import { showRequest, showWholeRequest } from '../transformers/request.js'
import { bodyOf } from './stored_body.js'

export const requestList: ListDefinition = {
  resource: 'webhook-requests',
  filters: {
    addressId: 'id',
    workflowId: 'id',
    endpointId: 'id',
    outcome: webhookOutcomes,
    ...period('created_at'),
  },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

const besideBody = [...WebhookRequest.$columnsDefinitions.values()]
  .map(({ columnName }) => columnName)
  .filter((name) => name !== 'body')

/** Lists requests without their bodies, which may be long. */
export async function listRequests(request: ListRequest) {
  const query = WebhookRequest.query().select(besideBody)
  return (await paginate(query, requestList, request)).map(showRequest)
}

/** @throws Problem 404 */
export async function findRequest(id: string): Promise<WebhookRequest> {
  const request = await WebhookRequest.find(id)
  if (!request) throw notFound('There is no webhook request with the id "{id}".', id)
  return request
}

export async function showOneRequest(id: string) {
  const request = await findRequest(id)
  return showWholeRequest(request, await bodyOf(request))
}
