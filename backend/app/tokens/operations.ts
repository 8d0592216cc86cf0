import { operation } from '@crossdock/kernel/http'
import { tokenList } from './queries/tokens.js'
import {
  createdTokenResponse,
  createTokenValidator,
  tokenResponse,
} from './validators/api_token.js'

const handler = () => import('./controllers/api_tokens_controller.js')

export default [
  operation('GET /api-tokens', {
    summary: 'List API tokens',
    access: 'session',
    permission: 'tokens.read',
    list: tokenList,
    response: tokenResponse,
    handler,
    action: 'index',
  }),
  operation('POST /api-tokens', {
    summary: 'Create an API token',
    description:
      'The token itself is in this answer only. Without scopes it may do what you may do. A token made by a token can do no more than that one, ends no later (without `expiresAt` at the same time), and is revoked with it.',
    access: 'session',
    permission: 'tokens.write',
    body: createTokenValidator,
    response: createdTokenResponse,
    status: 201,
    handler,
    action: 'store',
  }),
  operation('DELETE /api-tokens/{id}', {
    summary: 'Revoke an API token',
    description:
      'It and every token made by it stop working: at once in the process that answers, within 3 seconds in every other one. They stay listed as inactive.',
    access: 'session',
    permission: 'tokens.write',
    status: 204,
    handler,
    action: 'destroy',
  }),
]
