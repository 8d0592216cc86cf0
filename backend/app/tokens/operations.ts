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
        "Your own; with the permission `tokens.read` everybody's in the tenant. A token without it sees itself alone. The filter `status` takes `active`, `expiring` (within seven days), `expired` and `revoked`; `ancestorId` gives what a token has made, and what that has made. What ended more than 90 days ago is gone.",
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
        'For yourself. The token itself is in this answer only. Without scopes it may do what you may do. Everybody who is signed in may make some; a token only with the permission `tokens.write`, and what it makes can do no more than it can, ends no later (without `expiresAt` at the same time), and is revoked with it. Its owner gets a mail seven days and one day before it ends.',
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
        "One of your own, or with the permission `tokens.write` anybody's in the tenant; a token may always revoke itself. It and every token made by it stop working at once. They stay listed as revoked for 90 days.",
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
      summary: 'Trade an API token for a bearer token',
      description:
        'The API token is sent as `Authorization: Bearer` or as `token`. The bearer is good for an hour, may do what the API token may do, and ends with it.',
      access: 'public',
      body: bearerBody,
      response: bearerAnswer,
      refusals: [401, 429],
    },
    bearers,
    'store'
  ),
]
