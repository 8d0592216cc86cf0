import { accounts } from '@crossdock/backend/users'
import { newId, now, transaction } from '@crossdock/kernel/database'
import { answerOf, type Output } from '@crossdock/kernel/shapes'
import { invalid, text } from '@crossdock/kernel/ground'
import { isMask, mask } from '@crossdock/kernel/secrets'
import { currentContext, currentTenantId, holds } from '@crossdock/kernel/tenancy'
import { flowsWrite } from '../contracts/index.js'
import { FlowAlert } from '../models/flow_alert.js'
import { findWorkflow } from '../queries/workflows.js'
import { sealAddress } from './sealed_address.js'
import { alertsAnswer, type alertsBody } from './validators.js'

/** With one hour, a workflow that fails for each of a thousand files causes only one alert. */
const defaultQuietMinutes = 60

const defaults = {
  onFailure: false,
  longerThanMinutes: null,
  notWithinHours: null,
  quietMinutes: defaultQuietMinutes,
  members: [] as string[],
  webhookAddress: null,
}

/**
 * Returns the alert settings of a workflow; the defaults until a person changes them.
 * @throws Problem 404
 */
export async function showAlerts(workflowId: string) {
  await findWorkflow(workflowId)
  const [alert] = await FlowAlert.query().where('workflow_id', workflowId)
  return show(workflowId, alert ?? defaults)
}

function show(workflowId: string, settings: Omit<typeof defaults, 'webhookAddress'> | FlowAlert) {
  const { webhookAddress = null } = settings as FlowAlert
  return answerOf(alertsAnswer, settings as FlowAlert, {
    workflowId,
    webhookAddress: holds(flowsWrite) ? mask(webhookAddress) : null,
  })
}

/**
 * Changes the alert settings of a workflow. Omitted fields are kept, and so is an address that is sent as its
 * mask. Without members, the caller is alerted.
 * @throws Problem 404, 422 for a person outside the organization and an invalid address
 */
export async function setAlerts(workflowId: string, given: Output<typeof alertsBody>) {
  await findWorkflow(workflowId)
  await assertPeople(given.members ?? [])
  const { webhookAddress: address, ...rest } = given
  if (address && !isMask(address)) assertAddress(address)
  return transaction(async () => {
    const [known] = await FlowAlert.query().where('workflow_id', workflowId).forUpdate()
    const { userId } = currentContext().actor
    const present = Object.entries(rest).filter(([, value]) => value !== undefined)
    const alert =
      known ??
      new FlowAlert().fill({ workflowId, ...defaults, members: userId === null ? [] : [userId] })
    alert.id ??= newId()
    alert.merge({ ...Object.fromEntries(present), updatedAt: now() })
    if (address !== undefined && !isMask(address)) {
      alert.webhookAddress = address ? sealAddress(alert.id, address) : null
    }
    await alert.save()
    return show(workflowId, alert)
  })
}

async function assertPeople(ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    const person = await accounts.use().find(id)
    if (person?.tenantId === currentTenantId()) continue
    const sentence = text('There is no person with the id "{id}" in this organization.', { id })
    throw invalid(`members.${at}`, sentence)
  }
}

function assertAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return
  throw invalid(
    'webhookAddress',
    text('Enter an address that starts with https:// or http:// and contains no password.')
  )
}
