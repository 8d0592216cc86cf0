import { newId } from '@crossdock/kernel/database'
import { conflict, notFound, Problem, text, type Text } from '@crossdock/kernel/ground'
import { isJsonObject, parseJson, sameJson } from '@crossdock/kernel/json'
import { holdsMask } from '@crossdock/kernel/secrets'
import { callEndpoint } from '../calls/call_endpoint.js'
import type { CalledEndpoint } from '../calls/log_call.js'
import { formOf } from '../calls/stored_bodies.js'
import { trialCall, type Trial } from '../calls/trial_call.js'
import { endpointMethods, sendFileModes } from '../contracts/index.js'
import { asTemplate } from '../placeholders/braces.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { ExternalSystem } from '../models/external_system.js'
import { IntegrationLog } from '../models/integration_log.js'
import { isClosed, storedText } from '../queries/log_bodies.js'
import { findLog } from '../queries/logs.js'
import { requestOf } from './preview_endpoint.js'

/** Headers that each call sets itself. Their stored values are not sent. */
const ownHeaders = new Set(['idempotency-key', 'content-length', 'authorization'])

type Endpoint = CalledEndpoint & { id: string | null }
type Made = Awaited<ReturnType<typeof trialCall>>

/**
 * Repeats a logged call as a new call. Sends the stored request if it is complete. Otherwise builds the request
 * from the present endpoint and the stored parameters.
 * @returns the new row of the log
 * @throws Problem 404; 409 if the call cannot be repeated or if calls to the system are paused; 429
 */
export async function replayCall(id: string, signal: AbortSignal) {
  const log = await IntegrationLog.find(id)
  if (!log || (await isClosed(log))) throw notFound('There is no call with the id "{id}".', id)
  if (log.status === 'pending')
    throw impossible(text('This call has not ended yet. Wait for its end.'))
  const system = log.systemId === null ? null : await ExternalSystem.find(log.systemId)
  if (!system) throw impossible(text('This call cannot be made again: its system was deleted.'))
  const endpoint = log.endpointId === null ? null : await ApiEndpoint.find(log.endpointId)
  if (log.endpointId !== null && !endpoint)
    throw impossible(text('This call cannot be made again: its endpoint was deleted.'))

  const stored = await storedEndpoint(log, system, endpoint)
  const sent = stored && (await fromStoredRequest(log, system, stored))
  const { executionId, call, called } = sent ?? (await fromPresentEndpoint(log, system, endpoint))
  const logId = newId()
  await callEndpoint({
    operation: log.workflowId === null ? 'test' : 'call',
    logId,
    replayOf: log.id,
    system,
    endpoint: called,
    executionId,
    assetId: log.assetId,
    call: { ...call, signal },
  })
  return findLog(logId)
}

/** Returns a virtual endpoint that sends exactly the stored request; undefined if the row holds only a part. */
async function storedEndpoint(
  log: IntegrationLog,
  { baseUrl }: ExternalSystem,
  endpoint: ApiEndpoint | null
): Promise<Endpoint | undefined> {
  const { method, url, headers } = log.requestData ?? {}
  // Rows of earlier versions do not record whether a file was sent.
  if (log.endpointId !== null && (log.inputData?.sendFile ?? 'file') !== 'none') return
  const body = await storedRequestBody(log)
  const known = endpointMethods.find((one) => one === method)
  const base = baseUrl?.split(/[?#]/)[0]?.replace(/\/+$/, '')
  if (!known || typeof url !== 'string' || !isJsonObject(headers) || body === undefined) return
  if (base === undefined || !url.startsWith(base)) return
  const path = url.slice(base.length)
  if (!/^([/?]|$)/.test(path)) return
  const own = Object.entries(headers).filter(
    ([name, value]) => !ownHeaders.has(name.toLowerCase()) && !holdsMask(value)
  )
  const { template, isWhole } = asTemplate({ path, headers: Object.fromEntries(own), body })
  if (!isWhole || holdsMask([path, body])) return
  const sent = template as { path: string; headers: Record<string, string>; body: unknown }
  return {
    id: log.endpointId,
    name: endpoint?.name ?? 'Test connection',
    method: known,
    isActive: endpoint?.isActive ?? true,
    endpointType: endpoint?.endpointType ?? 'outbound',
    path: sent.path,
    requestSchema: { headers: sent.headers, body: sent.body },
    responseSchema: endpoint?.responseSchema ?? {},
    fieldMapping: {},
  }
}

/** Returns the body as it was sent; undefined if it is not stored completely. */
async function storedRequestBody(log: IntegrationLog): Promise<unknown> {
  const { body } = log.requestData ?? {}
  const form = log.requestContentId === null ? undefined : formOf(log.requestData)
  if (form === undefined) return isJsonObject(body) && body.truncated === true ? undefined : body
  const whole = form === 'start' ? null : await storedText(log, 'request')
  if (whole === null) return undefined
  return form === 'json' ? parseJson(whole) : whole
}

/** Returns a call that sends the stored request; undefined if more than its credentials would differ now. */
async function fromStoredRequest(log: IntegrationLog, system: ExternalSystem, called: Endpoint) {
  const made = await buildTrial(log, system, { params: {} })
  const { request } = await requestOf(system, { ...made.call, endpoint: called })
  const before = log.requestData!
  if (request?.url !== before.url) return undefined
  const isSame = sameJson(request?.body ?? null, before.body ?? null)
  if (!isSame && log.requestContentId === null) return undefined
  const names = new Set(Object.keys((request?.headers ?? {}) as object).map(lower))
  const missing = Object.keys(before.headers as object).map(lower)
  if (missing.some((name) => !names.has(name) && !ownHeaders.has(name))) return undefined
  return { ...made, called }
}

async function fromPresentEndpoint(
  log: IntegrationLog,
  system: ExternalSystem,
  called: ApiEndpoint | null
): Promise<Made & { called: Endpoint }> {
  const { params, sendFile, fileSize } = log.inputData ?? {}
  if (!called || !isJsonObject(params)) {
    throw impossible(
      text(
        'This call cannot be made again: neither its request nor its parameters are stored whole.'
      )
    )
  }
  if (holdsMask(params))
    throw impossible(
      text('This call cannot be made again: a secret in its parameters is not stored.')
    )
  const mode = sendFileModes.find((one) => one === sendFile) ?? 'none'
  const made = await buildTrial(log, system, { params, sendFile: mode })
  if ((made.call.file?.size ?? fileSize) !== fileSize) {
    throw impossible(text('This call cannot be made again: its file has changed since.'))
  }
  const { problem } = await requestOf(system, { ...made.call, endpoint: called })
  if (problem !== null)
    throw impossible(text('This call cannot be made again. {reason}', { reason: problem }))
  return { ...made, called }
}

/**
 * Builds the call with the present endpoint and the stored parameters.
 * @throws Problem 403 for people who may not read files, 409 if the file was deleted
 */
async function buildTrial(
  log: IntegrationLog,
  system: ExternalSystem,
  input: Trial
): Promise<Made> {
  const { assetId } = log
  try {
    const made = await trialCall(system, log.endpointId, {
      ...input,
      ...(assetId === null ? {} : { assetId }),
    })
    const { values } = made.call
    // The call of a run had no file, so do not use the sample file of tests.
    return assetId === null && log.workflowId !== null
      ? { ...made, call: { ...made.call, values: { ...values, file: null } } }
      : made
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    throw impossible(text('This call cannot be made again: its file was deleted.'))
  }
}

const lower = (name: string) => name.toLowerCase()

const impossible = (sentence: Text): Problem => conflict('E_NO_REPLAY', sentence)
