import { accessGuards } from '@crossdock/backend/access'
import { httpStages } from '@crossdock/kernel/http'
import { mailLetters } from '@crossdock/kernel/mail'
import { contribute, definePlugin } from '@crossdock/kernel/plugin'
import { apiTokenCreated, apiTokenRevoked } from './event_types.js'
import { schedules } from './job_refs.js'
import { operatorTokens, tokensRead, tokensWrite } from './contracts/index.js'

/** API tokens for programs: `Authorization: Bearer cdk_…`, and bearers that last an hour. */
export const tokens = definePlugin({
  name: 'tokens',
  version: '0.1.0',
  compatibility: '^0.1',
  operator: true,
  dependsOn: ['access', 'mail', 'users'],
  migrations: ['backend/app/tokens/migrations'],
  // People need no permission to see, create and revoke their own tokens.
  permissions: [tokensRead, tokensWrite],
  eventTypes: [apiTokenCreated, apiTokenRevoked],
  contributes: [
    contribute(accessGuards, async (guards) => {
      guards.add('token', (await import('./token_guard.js')).tokenGuard)
      guards.add('bearer', (await import('./bearer_guard.js')).bearerGuard)
    }),
    contribute(httpStages, async (stages) =>
      stages.add('v2 rates', (await import('./v2_rates.js')).v2Rates)
    ),
    contribute(mailLetters, async (letters) => {
      letters.add('tokens.ending', (await import('./letters/ending.js')).endingLetter)
    }),
  ],
  jobs: () => import('./jobs/index.js'),
  schedules,
  texts: { de: () => import('./texts/de.json', { with: { type: 'json' } }) },
  operations: () => import('./operations.js'),
  publicApi: { '/api-tokens': 'authentication' },
  register() {
    operatorTokens.provide({
      create: async (name, expiresAt) =>
        (await import('./actions/create_operator_token.js')).createOperatorToken(name, expiresAt),
    })
  },
})
