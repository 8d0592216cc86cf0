import { operation } from '@crossdock/kernel/http'
import { secondFactorsWrite } from './contracts/index.js'
import { secondFactorBody, secondFactorRuleAnswer } from './validators/second_factor.js'

const controller = () => import('./controllers/second_factor_rule_controller.js')

const write = { permission: secondFactorsWrite }
const rule = { ...write, response: secondFactorRuleAnswer }

/** Whether a second factor is required of everybody, and the way back for who has lost theirs. */
export const secondFactorRuleOperations = [
  operation(
    'GET /second-factor-rule',
    { summary: 'Whether the tenant requires a second factor', ...rule },
    controller,
    'show'
  ),
  operation(
    'PUT /second-factor-rule',
    {
      summary: 'Require a second factor of everybody in the tenant, or no more',
      description:
        'From then on, also in sessions that are there: who has a passkey confirms with it, and who has none adds one before anything else. Needs a passkey of your own. Whoever comes in by single sign-on is asked by their provider; API tokens stay as they are.',
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
        'For who has lost their devices: takes passkeys and recovery codes, ends all their sessions, and tells them by mail. Their API tokens stay. Of nobody who may do more than you.',
      proof: 'fresh',
      refusals: [409],
      ...write,
      status: 204,
    },
    controller,
    'reset'
  ),
]
