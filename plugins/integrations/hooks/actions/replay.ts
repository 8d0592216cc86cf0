import { conflict, notFound, text } from '@crossdock/kernel/ground'
import { parseJson } from '@crossdock/kernel/json'
import { receive } from '../door/receive.js'
import { WebhookAddress } from '../models/webhook_address.js'
import { placeOf } from '../queries/addresses.js'
import { findRequest } from '../queries/requests.js'
import { bodyOf } from '../queries/stored_body.js'

/**
 * Processes a stored request again, without the checks for signature and repetition.
 * @throws Problem 404, 409 if its body was not stored, and the errors of a refused request
 */
export async function replayRequest(id: string) {
  const stored = await findRequest(id)
  const body = await bodyOf(stored)
  if (body === null && stored.size > 0) {
    const sentence = text('The body of this request was not kept, so it cannot be replayed.')
    throw conflict('E_NO_BODY', sentence)
  }
  // The body of an unsigned request was not read, so it is unknown whether there was one.
  const isUnread = stored.outcome === 'refused_signature' && body === null
  const isUnknown = isUnread && stored.method !== 'GET'
  if (isUnknown || stored.outcome === 'too_large' || stored.outcome === 'incomplete') {
    const sentence = text('This request did not come as a whole, so it cannot be replayed.')
    throw conflict('E_NO_BODY', sentence)
  }
  const address = await WebhookAddress.find(stored.addressId)
  const place = address && (await placeOf(address.token))
  if (!place) throw notFound('The address of this request is gone ("{id}").', stored.addressId)
  const { method, headers, query, ip, files, size } = stored
  const head = { method, headers, query: new URLSearchParams(query), ip }
  const source = {
    read: () => Promise.resolve(body ?? Buffer.alloc(0)),
    replayOf: stored.replayOf ?? stored.id,
    // The files of the form are already stored in the folder.
    ...(files && body ? { form: { body: parseJson(body.toString()), files, size } } : {}),
  }
  const received = await receive(place, head, source, (one) => Promise.resolve(one))
  const executionIds = received.runs.map(({ executionId }) => executionId)
  return {
    requestId: received.requestId,
    executionIds,
    executionId: executionIds[0] ?? null,
  }
}
