import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { WebhookRequest } from '../models/webhook_request.js'
import { requestAnswer, wholeRequestAnswer } from '../validators/requests.js'

const mostShown = 64 * 1024

/** Shows a request in lists. */
export const showRequest = (request: Row<WebhookRequest>) => answerOf(requestAnswer, request)

/** Shows a request with its headers and the beginning of its body: as text if possible, otherwise as base64. */
export function showWholeRequest(request: WebhookRequest, body: Buffer | null) {
  const { headers } = request
  const beginning = body?.subarray(0, mostShown)
  const plain = beginning?.toString()
  const isText = plain !== undefined && !plain.includes('\0') && !plain.includes('\ufffd')
  return answerOf(wholeRequestAnswer, request, {
    headers,
    body: beginning ? (isText ? plain : beginning.toString('base64')) : null,
    bodyEncoding: isText ? ('text' as const) : ('base64' as const),
    isWhole: (body?.length ?? 0) <= mostShown && (body !== null || request.size === 0),
  })
}
