import { clock } from '@crossdock/kernel/database'
import { conflict, Problem, text } from '@crossdock/kernel/ground'
import { redact } from '@crossdock/kernel/secrets'
import { isJsonObject } from '@crossdock/kernel/json'
import { webhookVerifications, type RequestSchema } from '../../contracts/index.js'
import type { ApiEndpoint } from '../../models/api_endpoint.js'
import { receive } from '../door/receive.js'
import { answerTo } from '../door/answer.js'
import { WebhookAddress } from '../models/webhook_address.js'
import { WebhookRequest } from '../models/webhook_request.js'
import { placeOf } from '../queries/addresses.js'
import { sampleOf } from '../schema/sample.js'
import { openVerification } from '../verification/verify.js'
import { urlOf } from '../address_of.js'

/**
 * Sends a signed sample to the address of an inbound endpoint. It is a real request, which starts the workflows
 * of the endpoint.
 * @param params fields of the body that replace those of the sample
 * @returns the answer and the log entry
 */
export async function testInbound(endpoint: ApiEndpoint, params: Record<string, unknown> = {}) {
  const address = await WebhookAddress.query().where('endpoint_id', endpoint.id).first()
  const place = address && (await placeOf(address.token))
  if (!address || !place) {
    const sentence = text('Endpoint {name} has no address. Save it again.', endpoint)
    throw conflict('E_NO_ADDRESS', sentence)
  }
  const sent = signed(address, sampleRequest(endpoint, params))
  const started = performance.now()
  const { statusCode, body, message } = await answered(async () => {
    const source = { read: () => Promise.resolve(sent.body) }
    return await receive(place, sent, source, (received) => answerTo(place, received))
  })
  const logged = await WebhookRequest.query()
    .where('address_id', address.id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .select('id', 'outcome', 'reason', 'execution_id')
    .first()
  const { method, headers, query } = sent
  const shown = { method, url: urlOf(address), headers, query: Object.fromEntries(query) }
  return {
    success: statusCode < 300,
    statusCode,
    message,
    warnings: [],
    duration: Math.round(performance.now() - started),
    requestData: redact({ ...shown, body: sent.body.toString() }) as Record<string, unknown>,
    responseData: {
      body,
      request: logged && {
        id: logged.id,
        outcome: logged.outcome,
        reason: logged.reason,
        executionId: logged.executionId,
      },
    },
  }
}

async function answered(send: () => Promise<{ status: number; body?: unknown }>) {
  try {
    const { status, body } = await send()
    return { statusCode: status, body: body ?? null, message: `Answered with ${status}.` }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { status, code, message } = error
    return { statusCode: status, body: { code, message }, message }
  }
}

function sampleRequest(
  { method, requestSchema }: { method: string; requestSchema: RequestSchema },
  params: Record<string, unknown>
) {
  const { headers = {}, queryParams = {}, body: schema } = requestSchema
  const sample = sampleOf(schema ?? {})
  const body = isJsonObject(sample) ? { ...sample, ...params } : sample
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const texts = (values: Record<string, unknown>) =>
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), textOf(value)] as const)
  return {
    method,
    headers: {
      ...Object.fromEntries(texts(headers)),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      'user-agent': 'Crossdock test',
    } as Record<string, string>,
    query: new URLSearchParams(
      Object.entries(queryParams).map(([name, value]): [string, string] => [name, textOf(value)])
    ),
    body: Buffer.from(hasBody ? JSON.stringify(body) : ''),
    ip: null,
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value : JSON.stringify(value || 'sample')

function signed(address: WebhookAddress, request: ReturnType<typeof sampleRequest>) {
  const kind = webhookVerifications.get(address.verification)
  const { config, secrets } = openVerification(address)
  const proof = kind?.sign(request, config as never, secrets[0] ?? '', clock.now()) ?? {}
  for (const [name, value] of Object.entries(proof.query ?? {})) request.query.set(name, value)
  return { ...request, headers: { ...request.headers, ...proof.headers } }
}
