import { Problem, text } from '@crossdock/kernel/http'
import { isJsonObject, parseJson } from '@crossdock/kernel/json'
import { mostBytes } from '../limits.js'
import { bodyOf } from '../queries/stored_body.js'
import { WebhookRequest, type ReceivedFile } from '../models/webhook_request.js'
import { contentOf } from './content.js'

/** What a run reads of the request that started it: `{trigger.body.order.id}`. */
export interface RunData {
  requestId: string
  method: string
  query: Record<string, string | string[]>
  headers: Record<string, string>
  contentType: string | null
  /** Bytes of the body as it came. */
  size: number
  /** See `Content`. */
  body: unknown
  /** Of a form, where they were put. */
  files: ReceivedFile[]
  /** What a field mapping of an inbound endpoint made of it. */
  fields?: Record<string, unknown>
  /** The body did not fit into the run: it is read from the stored request. */
  isStored?: true
}

/** As much as a run takes along, with room for what else it keeps. */
const mostInRun = 60 * 1024

/**
 * With a body that is too large for the run left in the stored request.
 * @throws Problem 413 when the rest is too large as well
 */
export function fitting(data: RunData): RunData {
  if (fits(data)) return data
  const rest: RunData = { ...data, body: null, files: [], isStored: true }
  if (fits(rest)) return rest
  const sentence = text('The mapped fields and the query have more than {most} bytes.', {
    most: mostInRun,
  })
  throw new Problem(413, 'E_TOO_LARGE', sentence)
}

const fits = (data: RunData) => Buffer.byteLength(JSON.stringify(data)) <= mostInRun

/** Puts the body back that was left in the stored request. */
export async function openData(data: unknown): Promise<unknown> {
  if (!isJsonObject(data) || data.isStored !== true || typeof data.requestId !== 'string') {
    return data
  }
  const request = await WebhookRequest.find(data.requestId)
  const content = request && (await storedContent(request))
  if (!content) return data
  const { isStored: _stored, ...rest } = data
  return { ...rest, ...content }
}

/** What a stored request brought; null where its body was not kept. */
async function storedContent(
  request: WebhookRequest
): Promise<Pick<RunData, 'body' | 'files'> | null> {
  const body = await bodyOf(request)
  if (!body) return null
  const { headers, files } = request
  if (files) return { body: parseJson(body.toString()), files }
  return { ...(await contentOf({ headers, body }, mostBytes)), files: [] }
}
