import { notificationChoices } from '@crossdock/backend/notifications'
import { accounts } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { sendLetter } from '@crossdock/kernel/mail'
import { asOperator } from '@crossdock/kernel/tenancy'
import { demoRequested } from '../event_types.js'
import { mailsPerHour, mostRequests, requestsPerClient, requestsTogether } from '../limits.js'
import { DemoRequest } from '../models/demo_request.js'
import { reason } from '../queries/demo_requests.js'
import type { demoForm } from '../validators/front.js'

/**
 * Stores a request for a demo. Mails the operators at most ten times an hour; their list shows every request.
 * @param client the visitor's network, whose requests are limited
 * @throws Problem 429
 */
export async function askForDemo(
  { name, email, message }: Output<typeof demoForm>,
  client: string
): Promise<DemoRequest> {
  await requestsPerClient.use(client)
  await requestsTogether.use('all')
  const mailed = (await mailsPerHour.tryUse('all'))
    ? await accounts.use().superAdministrators()
    : []
  return asOperator(reason, () =>
    transaction(async () => {
      await deleteOldestAnswered()
      const row = { name, email, message: message || null, status: 'open' }
      const made = await DemoRequest.create(row)
      await recordEvent(demoRequested, {
        target: { type: 'demo_request', id: made.id },
        payload: {},
      })
      for (const { id: userId } of mailed) {
        const isWanted = notificationChoices.use().wants('front.demoRequest', userId, 'mail')
        if (!(await isWanted)) continue
        await sendLetter('front.demo', { requestId: made.id, userId })
      }
      return made
    })
  )
}

/** If the maximum of requests is stored, deletes the oldest answered one. @throws Problem 429 when all are open */
async function deleteOldestAnswered(): Promise<void> {
  const kept = await DemoRequest.query().select('id').limit(mostRequests)
  if (kept.length < mostRequests) return
  const oldest = await DemoRequest.query()
    .where('status', 'answered')
    .orderBy('created_at')
    .orderBy('id')
    .first()
  if (!oldest) {
    throw new Problem(
      429,
      'E_TOO_MANY_REQUESTS',
      text('This server holds {most} requests that wait for an answer and takes no more today.', {
        most: mostRequests,
      }),
      { headers: { 'retry-after': String(24 * 60 * 60) } }
    )
  }
  await oldest.delete()
}
