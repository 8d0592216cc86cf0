import { secondFactorsWrite } from '@crossdock/backend/passkeys'
import { operation } from '@crossdock/kernel/http'
import { rulesAnswer, rulesBody } from './validators/rules.js'

const controller = () => import('./controllers/rules_controller.js')
const rules = { permission: secondFactorsWrite, response: rulesAnswer }

export default [
  operation(
    'GET /tenant/rules',
    { summary: 'How the people of the tenant sign in: its sign-in rules', ...rules },
    controller,
    'show'
  ),
  operation(
    'PUT /tenant/rules',
    {
      summary: 'Change the sign-in rules of the tenant',
      description:
        'Takes all or some of the fields. They hold from then on, also for sessions that are there: `allowedDomains` for who is added and who signs in (exactly these domains, none below them; an empty list allows any), `ssoOnly` for everybody but API tokens (needs a provider that is on and has let you in, and this session to have come by it), `sessionHours` from when a session has begun. Takes all that an administrator may, also by a token of somebody whom the rules in force let in. Nobody shuts out themselves or all administrators; where others are shut out, by their address or because no provider that is on has let them in yet, it is a 409 `E_SHUTS_OUT` that says how many, unless `confirm` is true.',
      proof: 'fresh',
      refusals: [409],
      ...rules,
      body: rulesBody,
    },
    controller,
    'update'
  ),
]
