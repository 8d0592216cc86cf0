import vine from '@vinejs/vine'
import type { TriggerType } from '@crossdock/flows/contracts'
import { text, type FieldError } from '@crossdock/kernel/ground'
import type { Output } from '@crossdock/kernel/shapes'
import { reference } from '@crossdock/kernel/kinds'
import { holds } from '@crossdock/kernel/tenancy'
import { integrationsRead } from '../contracts/index.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { setSettings, settingsOf } from '../hooks/actions/carry_address.js'
import { ensureAddress, deactivateAddress } from '../hooks/actions/keep_address.js'
import { urlOf } from '../hooks/address_of.js'
import { addressesOf } from '../hooks/queries/addresses.js'
import { openData } from '../hooks/door/run_data.js'

const words = () => vine.array(vine.string().maxLength(500)).maxLength(100).optional()

const config = vine.create({
  endpointId: reference('endpoints', {
    title: 'Inbound endpoint',
    description: 'Requests to this endpoint start the workflow, too.',
  }),
  // Trigger fields of the specification, which each trigger type keeps.
  eventTypes: words(),
  fileTypes: words(),
  folderPaths: words(),
  schedule: vine.string().trim().maxLength(200).optional(),
  webhookUrl: vine.string().trim().maxLength(2_000).optional(),
})

/** Starts a workflow when another system calls the address of the workflow. */
export const webhookTrigger: TriggerType<Output<typeof config>> = {
  label: 'Webhook',
  description: 'Another system calls the address of the workflow',
  icon: 'webhook',
  config,
  derived: {
    names: ['webhookUrl'],
    async of(workflowIds) {
      // The address is enough to start the workflow, so hide it from callers without this permission.
      if (!holds(integrationsRead)) return new Map()
      const found = await addressesOf('workflow_id', workflowIds)
      return new Map([...found].map(([id, address]) => [id, { webhookUrl: urlOf(address) }]))
    },
  },
  carried: {
    of: (workflowIds) => settingsOf('workflow_id', workflowIds),
    set: (workflowId, settings) => setSettings('workflow_id', workflowId, settings),
  },
  check,
  open: openData,
  saved: ({ id, config: { endpointId } }) => ensureAddress({ workflowId: id }, endpointId || null),
  left: ({ id }) => deactivateAddress({ workflowId: id }),
}

async function check({ endpointId }: Output<typeof config>): Promise<FieldError[]> {
  if (!endpointId) return []
  const endpoint = await ApiEndpoint.find(endpointId)
  const sentence = !endpoint
    ? text('There is no API endpoint with the id "{id}".', { id: endpointId })
    : endpoint.endpointType !== 'inbound' &&
      text('Endpoint {name} is outbound. Choose an inbound one.', { name: endpoint.name })
  return sentence ? [{ field: 'endpointId', rule: 'reference', text: sentence }] : []
}
