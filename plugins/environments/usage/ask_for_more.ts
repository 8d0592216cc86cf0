import { notificationChoices } from '@crossdock/backend/notifications'
import { accounts } from '@crossdock/backend/users'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { english, invalid, notFound, text } from '@crossdock/kernel/ground'
import { Limit } from '@crossdock/kernel/limits'
import type { Output } from '@crossdock/kernel/shapes'
import { sendLetter } from '@crossdock/kernel/mail'
import { asOperator, currentContext, currentTenantId } from '@crossdock/kernel/tenancy'
import { moreRequested } from '../event_types.js'
import { TenantEnvironment } from '../models/tenant_environment.js'
import { metersUsed } from './meters_used.js'
import type { moreBody } from './validators.js'

/** Maximum number of requests of an organization per day, so that they do not fill the operator's mailbox. */
export const requestsPerDay = 5

const requests = new Limit({
  name: 'environments.more',
  points: requestsPerDay,
  seconds: 24 * 60 * 60,
  tooMany: {
    seconds: (wait) =>
      text('Your organization has asked often today. Try again in {wait} seconds.', { wait }),
    minutes: (wait) =>
      text('Your organization has asked often today. Try again in {wait} minutes.', { wait }),
    hours: (wait) =>
      text('Your organization has asked often today. Try again in {wait} hours.', { wait }),
  },
})

/**
 * Asks the operators by mail to raise a limit of an environment.
 * @throws Problem 404 for an unknown environment, 422 for an unknown limit, 429 after five a day
 */
export async function askForMore({ environmentId, meter, message }: Output<typeof moreBody>) {
  const tenantId = currentTenantId()
  const environment = await TenantEnvironment.query()
    .where('id', environmentId)
    .whereNull('deletedAt')
    .first()
  if (!environment) {
    throw notFound('There is no environment with the id or name "{id}".', environmentId)
  }
  const used = await metersUsed({ tenantId, environmentId }, english)
  const asked = used.find(({ name }) => name === meter)
  if (!asked) throw invalid('meter', text('There is no limit "{name}".', { name: meter }))
  await requests.use(tenantId)
  const operators = await accounts.use().superAdministrators()
  const { label: by } = currentContext().actor
  const { label, unit, used: amount, limit } = asked
  await transaction(async () => {
    await recordEvent(moreRequested, {
      target: { type: 'environment', id: environmentId },
      payload: { environment: environment.displayName, label },
    })
    await asOperator('the operator gets the mail', async () => {
      const tenant = await unscoped().from('tenants').select('name').where('id', tenantId).first()
      for (const { id: userId } of operators) {
        const isWanted = notificationChoices
          .use()
          .wants('environments.moreRequested', userId, 'mail')
        if (!(await isWanted)) continue
        await sendLetter('environments.more', {
          userId,
          tenantId,
          tenant: tenant?.name,
          environment: environment.displayName,
          by,
          label,
          unit,
          used: Math.round(amount * 100) / 100,
          limit,
          message: message || null,
        })
      }
    })
  })
}
