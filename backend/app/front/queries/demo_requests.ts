import { notFound } from '@crossdock/kernel/ground'
import { paginate, type ListDefinition, type ListRequest } from '@crossdock/kernel/lists'
import { asOperator } from '@crossdock/kernel/tenancy'
import { DemoRequest } from '../models/demo_request.js'
import { showDemoRequest } from '../transformers/front.js'

export const reason = 'requests for a demo are the operator’s'

export const demoRequestList: ListDefinition = {
  resource: 'demo-requests',
  filters: { status: ['open', 'answered'] },
  sorts: { createdAt: 'created_at' },
  defaultSort: ['createdAt', 'desc'],
}

export async function listDemoRequests(list: ListRequest) {
  const page = await asOperator(reason, () => paginate(DemoRequest.query(), demoRequestList, list))
  return page.map(showDemoRequest)
}

/** @throws Problem 404 */
export async function findDemoRequest(id: string): Promise<DemoRequest> {
  const found = await asOperator(reason, () => DemoRequest.find(id))
  if (!found) throw notFound('There is no request for a demo with the id "{id}".', id)
  return found
}

/** Whether a request is stored: for the confirmation page. */
export const isRequestStored = (id: string): Promise<boolean> =>
  asOperator(reason, async () => (await DemoRequest.find(id)) !== null)
