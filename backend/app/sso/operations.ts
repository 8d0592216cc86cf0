import { operation } from '@crossdock/kernel/http'
import { configList } from './queries/configs.js'
import { showConfigs } from './transformers/config.js'
import {
  configAnswer,
  createConfigBody,
  testAnswer,
  updateConfigBody,
} from './validators/config.js'
import {
  backChannelAnswer,
  backChannelBody,
  logoutAnswer,
  providersAnswer,
  providersQuery,
} from './validators/sign_in.js'
import { trialAnswer, trialBegunAnswer } from './validators/trial.js'
import { ssoRead, ssoWrite } from './contracts/index.js'

const configs = () => import('./controllers/configs_controller.js')
const trials = () => import('./controllers/trials_controller.js')
const signIn = () => import('./controllers/sign_in_controller.js')

const read = { permission: ssoRead, response: configAnswer, show: showConfigs } as const
const write = { ...read, permission: ssoWrite, proof: 'fresh' } as const

export default [
  operation(
    'GET /oauth-configs',
    { summary: 'List the identity providers of the tenant', ...read, list: configList },
    configs,
    'index'
  ),
  operation(
    'POST /oauth-configs',
    {
      summary: 'Set up an identity provider',
      description:
        'Off until its connection was tested and a person has signed in with it. `provider` is `oidc` (give the `issuer`), `google`, or `microsoft` (give `tenantIdOAuth`, the directory). Only addresses of `settings.allowedDomains` can sign in with it; rules of `settings.roleMapping` give roles you may give yourself.',
      ...write,
      body: createConfigBody,
      refusals: [409],
      status: 201,
      location: '/api/oauth-configs/{id}',
    },
    configs,
    'store'
  ),
  operation(
    'GET /oauth-configs/{id}',
    { summary: 'Show an identity provider', ...read },
    configs,
    'show'
  ),
  operation(
    'PUT /oauth-configs/{id}',
    {
      summary: 'Change an identity provider, switch it on or off',
      description:
        'Takes all or some of the fields. A secret that is left out or sent as its mask stays; a new issuer requires a secret or null. Another issuer, client or secret switches the provider off until it was tested and used for a sign-in again. A provider that is off can be switched on after a test (else `E_UNTESTED`) and a sign-in with it (else `E_UNPROVEN`, see `POST /oauth-configs/{id}/trial`). The last active provider stays on while people sign in by providers only.',
      ...write,
      body: updateConfigBody,
      refusals: [409],
    },
    configs,
    'update'
  ),
  operation(
    'DELETE /oauth-configs/{id}',
    {
      summary: 'Remove an identity provider',
      description:
        'People who signed in with the provider sign in by mail from now on. Their sessions continue. The last active provider stays while people sign in by providers only.',
      permission: ssoWrite,
      proof: 'fresh',
      refusals: [409],
    },
    configs,
    'destroy'
  ),
  operation(
    'POST /oauth-configs/{id}/test',
    {
      summary: 'Test the connection to an identity provider',
      description:
        'Checks its configuration, endpoints, keys and methods, and whether it accepts the client. Signs no one in.',
      permission: ssoWrite,
      response: testAnswer,
      refusals: [409],
    },
    configs,
    'test'
  ),
  operation(
    'POST /oauth-configs/{id}/trial',
    {
      summary: 'Try a sign-in by an identity provider, on or off',
      description:
        'For browsers: send the browser to `url`. The browser comes back to the console; then `GET /oauth-configs/{id}/trial` returns the outcome. No session begins. A provider can be switched on after a successful trial. Tokens are refused (403): they have no browser.',
      permission: ssoWrite,
      response: trialBegunAnswer,
      refusals: [409],
    },
    trials,
    'begin'
  ),
  operation(
    'GET /oauth-configs/{id}/trial',
    {
      summary: 'Read the outcome of your last trial of an identity provider',
      description:
        'The claims of the provider, and the person and the role that would result, or the code of the failure. The outcome is kept for ten minutes, for the person who tried. Tokens are refused (403).',
      permission: ssoWrite,
      response: trialAnswer,
    },
    trials,
    'show'
  ),
  operation(
    'GET /auth/oidc',
    {
      summary: 'List the identity providers of an organization',
      description:
        '`organization` is a subdomain or an id. The list is empty for an organization without providers, and for one that does not exist.',
      access: 'public',
      query: providersQuery,
      response: providersAnswer,
    },
    signIn,
    'providers'
  ),
  operation(
    'GET /auth/oidc/callback',
    {
      summary: 'The address identity providers redirect browsers to',
      description:
        'Starts a session in the browser that began the sign-in, and redirects it to the console. On failure, redirects it to the sign-in page with a code for the reason.',
      access: 'public',
      status: 302,
    },
    signIn,
    'callback'
  ),
  operation(
    'GET /auth/oidc/logout',
    {
      summary: 'Get the address to sign out at the provider',
      description: 'null for a session without a provider. The request itself signs no one out.',
      access: 'session',
      response: logoutAnswer,
    },
    signIn,
    'signOut'
  ),
  operation(
    'GET /auth/oidc/{id}',
    {
      summary: 'Sign in by an identity provider',
      description:
        'For browsers: redirects them to the provider, and remembers the browser for ten minutes. `next` is a path of the console to open afterwards. With `anew=true`, the provider must authenticate the person again even if it has a session: that is a fresh proof.',
      access: 'public',
      status: 302,
    },
    signIn,
    'begin'
  ),
  operation(
    'POST /auth/oidc/{id}/logout',
    {
      summary: 'Receive a logout from an identity provider',
      description:
        'OpenID Connect Back-Channel Logout 1.0: immediately ends the sessions from this provider with the `sub` or `sid` of the `logout_token`. An invalid token gives 400 with a code for the reason.',
      access: 'public',
      reads: 'form',
      body: backChannelBody,
      refusals: [400],
      response: backChannelAnswer,
    },
    () => import('./controllers/back_channel_controller.js'),
    'signOut'
  ),
]
