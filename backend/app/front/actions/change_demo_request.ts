import { now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { Output } from '@crossdock/kernel/shapes'
import { asOperator } from '@crossdock/kernel/tenancy'
import { demoRequestAnswered, demoRequestDeleted, demoRequestReopened } from '../event_types.js'
import type { DemoRequest } from '../models/demo_request.js'
import { findDemoRequest, reason } from '../queries/demo_requests.js'
import type { demoRequestBody } from '../validators/front.js'

const record = (
  type: typeof demoRequestAnswered | typeof demoRequestDeleted | typeof demoRequestReopened,
  { id }: DemoRequest
) => recordEvent(type, { target: { type: 'demo_request', id }, payload: {} })

/** Marks a request as answered, or as open again. @throws Problem 404 */
export function markDemoRequest(
  id: string,
  { status }: Output<typeof demoRequestBody>
): Promise<DemoRequest> {
  return asOperator(reason, () =>
    transaction(async () => {
      const found = await findDemoRequest(id)
      if (found.status === status) return found
      const isAnswered = status === 'answered'
      await found.merge({ status, answeredAt: isAnswered ? now() : null }).save()
      await record(isAnswered ? demoRequestAnswered : demoRequestReopened, found)
      return found
    })
  )
}

/** @throws Problem 404 */
export async function deleteDemoRequest(id: string): Promise<void> {
  await asOperator(reason, () =>
    transaction(async () => {
      const found = await findDemoRequest(id)
      await found.delete()
      await record(demoRequestDeleted, found)
    })
  )
}
