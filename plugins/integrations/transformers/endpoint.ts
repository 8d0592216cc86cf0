import { answerOf } from '@crossdock/kernel/shapes'
import type { Row } from '@crossdock/kernel/lists'
import type { ApiEndpoint } from '../models/api_endpoint.js'
import { endpointAnswer } from '../validators/endpoints.js'

export const showEndpoint = (endpoint: Row<ApiEndpoint>, webhookUrl: string | null) =>
  answerOf(endpointAnswer, endpoint, { webhookUrl })
