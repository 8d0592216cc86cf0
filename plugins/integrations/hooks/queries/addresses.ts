import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { flowNames, systemFlows } from '@crossdock/flows/contracts'
import { ask } from '@crossdock/kernel/database'
import { notFound } from '@crossdock/kernel/ground'
import {
  type Page,
  paginate,
  type ListDefinition,
  type ListRequest,
  type Row,
} from '@crossdock/kernel/lists'
import { isJsonObject, parseObject } from '@crossdock/kernel/json'
import { asOperator, holds } from '@crossdock/kernel/tenancy'
import type { WebhookMode } from '../../contracts/index.js'
import { ApiEndpoint } from '../../models/api_endpoint.js'
import { WebhookAddress } from '../models/webhook_address.js'
import { webhookReceived } from '../event_types.js'
import { sampleOf } from '../schema/sample.js'
import { showAddress } from '../transformers/address.js'

export const addressList: ListDefinition = {
  resource: 'webhooks',
  filters: { workflowId: 'id', endpointId: 'id', verification: 'text', isUsed: 'boolean' },
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
  defaultSort: ['createdAt', 'desc'],
}

export async function listAddresses(request: ListRequest) {
  const page: Page<Row<WebhookAddress>> = await paginate(
    WebhookAddress.query(),
    addressList,
    request
  )
  return page.with(await showAddresses(page.rows))
}

/** @throws Problem 404 */
export async function findAddress(
  id: string,
  { lock = false }: { lock?: boolean } = {}
): Promise<WebhookAddress> {
  const query = WebhookAddress.query().where('id', id)
  const address = await (lock ? query.forUpdate() : query).first()
  if (!address) throw notFound('There is no webhook with the id "{id}".', id)
  return address
}

export async function showOneAddress(address: WebhookAddress) {
  return (await showAddresses([address]))[0]!
}

/** Shows addresses with the names of their workflows or endpoints, loaded together. */
async function showAddresses(addresses: readonly Row<WebhookAddress>[]) {
  const ids = (of: (address: Row<WebhookAddress>) => string | null) =>
    addresses.flatMap((address) => of(address) ?? [])
  const endpointIds = ids(({ endpointId }) => endpointId)
  const endpoints = await ApiEndpoint.query()
    .whereIn('id', endpointIds)
    .select('id', 'name', 'system_id', 'method', 'request_schema')
  const bound = await boundTo(endpointIds)
  const workflows = await flowNames
    .use()
    .of([...ids(({ workflowId }) => workflowId), ...bound.map(({ workflowId }) => workflowId!)])
  const names = new Map([...workflows, ...endpoints.map(({ id, name }) => [id, name] as const)])
  const startedWorkflows = async ({ workflowId, endpointId, isUsed }: Row<WebhookAddress>) => {
    if (!isUsed) return []
    const own = bound.filter(({ listensTo }) => endpointId !== null && listensTo === endpointId)
    const started = workflowId === null ? own.map((one) => one.workflowId!) : [workflowId]
    const found = started.flatMap((id) => workflows.get(id) ?? [])
    const systemId = endpoints.find(({ id }) => id === endpointId)?.systemId
    if (started.length > 0 || systemId === undefined) return found
    return systemFlows.use().startedBy(systemId, webhookReceived.name)
  }
  const started: string[][] = []
  for (const address of addresses) started.push(await startedWorkflows(address))
  const folders = ids(({ filesFolder }) => filesFolder)
  const paths =
    folders.length > 0 && holds(assetsRead) ? await assetLibrary.use().paths(folders) : undefined
  return addresses.map((address, at) => {
    const endpoint = endpoints.find(({ id }) => id === address.endpointId)
    return showAddress(address, {
      method: endpoint?.method ?? 'POST',
      sampleBody: sampleBodyOf(endpoint?.requestSchema.body),
      starts: started[at]!,
      targetName: names.get(address.workflowId ?? address.endpointId ?? '') ?? null,
      filesFolderPath: paths?.get(address.filesFolder ?? '') ?? null,
    })
  })
}

/** Returns a sample body; null if any body is valid. */
const sampleBodyOf = (schema: unknown) =>
  isJsonObject(schema) && Object.keys(schema).length > 0 ? sampleOf(schema) : null

/** Selects the workflows that requests to these endpoints start. */
const boundTo = (endpointIds: readonly string[]) =>
  WebhookAddress.query()
    .whereIn('listens_to', [...endpointIds])
    .where('is_used', true)
    .orderBy('id')
    .select('listens_to', 'workflow_id')

/** Returns addresses of these workflows or endpoints, by their ids. */
export async function addressesOf(
  column: 'workflow_id' | 'endpoint_id',
  ids: readonly string[]
): Promise<Map<string, WebhookAddress>> {
  const rows = await WebhookAddress.query()
    .whereIn(column, [...ids])
    .where('is_used', true)
  return new Map(rows.map((row) => [(row.workflowId ?? row.endpointId)!, row]))
}

/** The columns of an address that requests need. */
export type Address = Pick<
  Row<WebhookAddress>,
  | 'id'
  | 'workflowId'
  | 'endpointId'
  | 'isUsed'
  | 'verification'
  | 'verificationConfig'
  | 'previousSecret'
  | 'previousUntil'
  | 'mode'
  | 'waitSeconds'
  | 'answerStepId'
  | 'maxBytes'
  | 'filesFolder'
  | 'filesFolderBy'
>

/** The address of a token, with its tenant and environment. */
export interface Place {
  tenantId: string
  environmentId: string
  address: Address
  isTenantActive: boolean
}

interface PlaceRow {
  id: string
  tenant_id: string
  environment_id: string
  workflow_id: string | null
  endpoint_id: string | null
  is_used: boolean | number
  verification: string
  verification_config: string
  previous_secret: string | null
  previous_until: string | Date | null
  mode: WebhookMode
  wait_seconds: number
  answer_step_id: string | null
  max_bytes: number
  files_folder: string | null
  files_folder_by: string | null
  status: string
}

const byToken = `select a.id, a.tenant_id, a.environment_id, a.workflow_id, a.endpoint_id, a.is_used,
  a.verification, a.verification_config, a.previous_secret, a.previous_until,
  a.mode, a.wait_seconds, a.answer_step_id, a.max_bytes, a.files_folder, a.files_folder_by, t.status
  from webhook_addresses a join tenants t on t.id = a.tenant_id where a.token = ?`
const shape = /^[\w-]{32}$/

/**
 * Finds the address of a token with one SQL statement, because every request runs it. Nothing is cached, so every
 * process sees the latest state.
 */
export async function placeOf(token: string): Promise<Place | null> {
  if (!shape.test(token)) return null
  return asOperator('a webhook names nothing but its token', async () => {
    const [row] = await ask<PlaceRow>(byToken, [token])
    return row ? placeIn(row) : null
  })
}

function placeIn(row: PlaceRow): Place {
  const { previous_secret: secret, previous_until: until } = row
  return {
    tenantId: row.tenant_id,
    environmentId: row.environment_id,
    isTenantActive: row.status === 'active',
    address: {
      id: row.id,
      workflowId: row.workflow_id,
      endpointId: row.endpoint_id,
      isUsed: Boolean(row.is_used),
      verification: row.verification,
      verificationConfig: parseObject(row.verification_config) ?? {},
      previousSecret: secret === null ? null : (parseObject(secret) ?? null),
      previousUntil: until === null ? null : new Date(until).toISOString(),
      mode: row.mode,
      waitSeconds: row.wait_seconds,
      answerStepId: row.answer_step_id,
      maxBytes: row.max_bytes,
      filesFolder: row.files_folder,
      filesFolderBy: row.files_folder_by,
    },
  }
}
