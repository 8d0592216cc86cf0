import { operation } from '@crossdock/kernel/http'
import { tokenList } from './queries/tokens.js'
import { showCreated, showTokens } from './transformers/api_token.js'
import { bearerAnswer, bearerBody } from './validators/bearer.js'
import {
  createdTokenResponse,
  createTokenValidator,
  tokenResponse,
} from './validators/api_token.js'

const bearers = () => import('./controllers/bearers_controller.js')
const controller = () => import('./controllers/api_tokens_controller.js')

export default [
  operation(
    'GET /api-tokens',
    {
      summary: 'List API tokens',
      description:
        'Your own tokens; with the permission `tokens.read` all tokens of the tenant. A token without the permission sees only itself. The filter `status` takes `active`, `expiring` (within seven days), `expired` and `revoked`; `ancestorId` finds all tokens that a token and its descendants created. Tokens are deleted 90 days after their end.',
      access: 'session',
      list: tokenList,
      response: tokenResponse,
      show: showTokens,
    },
    controller,
    'index'
  ),
  operation(
    'POST /api-tokens',
    {
      summary: 'Create an API token',
      description:
        'For yourself. Only this answer contains the token itself. Without scopes it has all your permissions. Every signed-in person may create tokens. A token may do so only with the permission `tokens.write`; its tokens have no more permissions, end no later (without `expiresAt` at the same time), and are revoked with it. The owner gets a mail seven days and one day before the end.',
      proof: 'fresh',
      access: 'session',
      body: createTokenValidator,
      response: createdTokenResponse,
      show: showCreated,
      status: 201,
    },
    controller,
    'store'
  ),
  operation(
    'DELETE /api-tokens/{id}',
    {
      summary: 'Revoke an API token',
      description:
        'One of your own, or with the permission `tokens.write` any token of the tenant. A token may always revoke itself. It and all tokens it created stop working immediately, and stay listed as revoked for 90 days.',
      proof: 'fresh',
      access: 'session',
      status: 204,
    },
    controller,
    'destroy'
  ),
  operation(
    'POST /v2/auth/token',
    {
      summary: 'Exchange an API token for a bearer token',
      description:
        'Send the API token as `Authorization: Bearer` or as `token`. The bearer is valid for an hour, has the same permissions as the API token, and ends with it.',
      access: 'public',
      body: bearerBody,
      response: bearerAnswer,
      refusals: [401, 429],
    },
    bearers,
    'store'
  ),
]
