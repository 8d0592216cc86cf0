import { accounts } from '@crossdock/backend/users'
import { transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { Problem, text, type Output } from '@crossdock/kernel/http'
import { sendLetter } from '@crossdock/kernel/mail'
import { asOperator } from '@crossdock/kernel/tenancy'
import { demoRequested } from '../event_types.js'
import { mailsPerHour, mostRequests, requestsPerClient, requestsTogether } from '../limits.js'
import { DemoRequest } from '../models/demo_request.js'
import { reason } from '../queries/demo_requests.js'
import type { demoForm } from '../validators/front.js'

/**
 * Keeps a request for a demo and mails the operators, unless they had ten such mails within the hour: the request is in
 * their list in any case.
 * @param client whom requests are counted for
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
      await makeRoom()
      const row = { name, email, message: message || null, status: 'open' }
      const made = await DemoRequest.create(row)
      await recordEvent(demoRequested, {
        target: { type: 'demo_request', id: made.id },
        payload: {},
      })
      for (const { id: userId } of mailed) {
        await sendLetter('front.demo', { requestId: made.id, userId })
      }
      return made
    })
  )
}

/** Of those that are answered the oldest goes. @throws Problem 429 where all are open */
async function makeRoom(): Promise<void> {
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
