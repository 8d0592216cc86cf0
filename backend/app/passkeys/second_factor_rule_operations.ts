import { operation } from '@crossdock/kernel/http'
import { secondFactorsWrite } from './contracts/index.js'
import { secondFactorBody, secondFactorRuleAnswer } from './validators/second_factor.js'

const controller = () => import('./controllers/second_factor_rule_controller.js')

const write = { permission: secondFactorsWrite }
const rule = { ...write, response: secondFactorRuleAnswer }

/** The tenant's rule for second factors, and the reset for people who lost theirs. */
export const secondFactorRuleOperations = [
  operation(
    'GET /second-factor-rule',
    { summary: 'Get the second factor rule of the tenant', ...rule },
    controller,
    'show'
  ),
  operation(
    'PUT /second-factor-rule',
    {
      summary: 'Set whether the tenant requires a second factor',
      description:
        'Applies immediately, also in existing sessions: people with a passkey must confirm with it, and others must add one first. Requires your own passkey. With single sign-on, the provider is responsible. API tokens do not change.',
      proof: 'fresh',
      refusals: [409],
      ...rule,
      body: secondFactorBody,
    },
    controller,
    'update'
  ),
  operation(
    'DELETE /users/{id}/second-factor',
    {
      summary: 'Reset the second factor of a person',
      description:
        'For people who have lost their devices: removes passkeys and recovery codes, ends all their sessions, and notifies them by mail. API tokens stay. Refused for people with more permissions than you.',
      proof: 'fresh',
      refusals: [409],
      ...write,
      status: 204,
    },
    controller,
    'reset'
  ),
]
