import { answerOf, type Row } from '@crossdock/kernel/http'
import type { ApiToken } from '../models/api_token.js'
import { tokenResponse } from '../validators/api_token.js'

/** A token as it may be shown: never the secret. */
export const showToken = (token: Row<ApiToken>) => answerOf(tokenResponse, token)
