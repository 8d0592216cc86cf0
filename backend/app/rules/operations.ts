import { secondFactorsWrite } from '@crossdock/backend/passkeys'
import { operation } from '@crossdock/kernel/http'
import { rulesAnswer, rulesBody } from './validators/rules.js'

const controller = () => import('./controllers/rules_controller.js')
const rules = { permission: secondFactorsWrite, response: rulesAnswer }

export default [
  operation(
    'GET /tenant/rules',
    { summary: 'Show the sign-in rules of the tenant', ...rules },
    controller,
    'show'
  ),
  operation(
    'PUT /tenant/rules',
    {
      summary: 'Change the sign-in rules of the tenant',
      description:
        'Takes all or some of the fields. They also apply to existing sessions. `allowedDomains` limits the addresses of people who are added and who sign in: exactly these domains, without their subdomains; an empty list allows any. `ssoOnly` applies to all sign-ins except API tokens; you must have started this session with an enabled provider. `sessionHours` counts from the start of a session. Needs all permissions of an administrator; the current rules must allow you. You cannot exclude yourself or all administrators. If the change excludes other people, by their address or because no enabled provider knows them yet, the answer is 409 `E_SHUTS_OUT` with their number, unless `confirm` is true.',
      proof: 'fresh',
      refusals: [409],
      ...rules,
      body: rulesBody,
    },
    controller,
    'update'
  ),
]
