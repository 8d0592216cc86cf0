import { Problem, text } from '@crossdock/kernel/ground'
import { isJsonObject, parseJson } from '@crossdock/kernel/json'
import { mostBytes } from '../limits.js'
import { bodyOf } from '../queries/stored_body.js'
import { WebhookRequest, type ReceivedFile } from '../models/webhook_request.js'
import { contentOf } from './content.js'

/** The checked parts of a request. */
export type ReceivedRequest = Pick<RunData, 'method' | 'headers' | 'query' | 'body'>

/** The data that a run reads about its request: `{trigger.body.order.id}`. */
export interface RunData {
  requestId: string
  method: string
  query: Record<string, string | string[]>
  headers: Record<string, string>
  contentType: string | null
  /** Size of the received body in bytes. */
  size: number
  /** The content of the body. See `Content`. */
  body: unknown
  /** Files of a form, as stored. */
  files: ReceivedFile[]
  /** The mapped fields of an inbound endpoint. */
  fields?: Record<string, unknown>
  /** Set if the body was too large for the run. Then it is read from the stored request. */
  isStored?: true
}

/** The size limit of a run's input, minus some space for its other data. */
const mostInRun = 60 * 1024

/**
 * Removes a body that is too large for the run. The stored request still contains it.
 * @throws Problem 413 if the rest is too large as well
 */
export function fitRunData(data: RunData): RunData {
  if (fits(data)) return data
  const rest: RunData = { ...data, body: null, files: [], isStored: true }
  if (fits(rest)) return rest
  const sentence = text('The mapped fields and the query have more than {most} bytes.', {
    most: mostInRun,
  })
  throw new Problem(413, 'E_TOO_LARGE', sentence)
}

const fits = (data: RunData) => Buffer.byteLength(JSON.stringify(data)) <= mostInRun

/** Reads a body that was too large for the run from the stored request. */
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

/** Returns the content of a stored request; null if its body was not stored. */
async function storedContent(
  request: WebhookRequest
): Promise<Pick<RunData, 'body' | 'files'> | null> {
  const body = await bodyOf(request)
  if (!body) return null
  const { headers, files } = request
  if (files) return { body: parseJson(body.toString()), files }
  return { ...(await contentOf({ headers, body }, mostBytes)), files: [] }
}
