import { operation } from '@crossdock/kernel/http'
import { passkeyList } from './queries/passkeys.js'
import { secondFactorOperations } from './second_factor_operations.js'
import { secondFactorRuleOperations } from './second_factor_rule_operations.js'
import { showPasskeys } from './transformers/passkey.js'
import {
  addBody,
  optionsAnswer,
  shownPasskey,
  renameBody,
  signedInAnswer,
  signInBody,
} from './validators/passkeys.js'

const controller = () => import('./controllers/passkeys_controller.js')
const signIn = () => import('./controllers/passkey_sign_in_controller.js')

const passkey = { response: shownPasskey, show: showPasskeys }

export default [
  operation(
    'GET /passkeys',
    {
      summary: 'List your passkeys',
      description: 'Only for people in a session: a token has no passkeys.',
      access: 'session',
      whileHeld: ['enrol', 'confirm'],
      list: passkeyList,
      ...passkey,
    },
    controller,
    'index'
  ),
  operation(
    'POST /passkeys/options',
    {
      summary: 'Get the options to create a passkey',
      description:
        'For `navigator.credentials.create`. Answer once, within 5 minutes and in this session, with `POST /passkeys`.',
      proof: 'fresh',
      access: 'session',
      whileHeld: ['enrol'],
      response: optionsAnswer,
    },
    controller,
    'options'
  ),
  operation(
    'POST /passkeys',
    {
      summary: 'Add a passkey',
      description: 'At most 20. No attestation is requested, and one with certificates is refused.',
      proof: 'fresh',
      access: 'session',
      whileHeld: ['enrol'],
      refusals: [409],
      body: addBody,
      maxBytes: 64 * 1024,
      ...passkey,
      status: 201,
    },
    controller,
    'store'
  ),
  operation(
    'PUT /passkeys/{id}',
    {
      summary: 'Give a passkey another name',
      access: 'session',
      body: renameBody,
      ...passkey,
    },
    controller,
    'update'
  ),
  operation(
    'DELETE /passkeys/{id}',
    {
      summary: 'Remove a passkey',
      description:
        'The passkey can no longer sign in; sessions that it started continue. The last passkey of a person with a second factor cannot be removed.',
      proof: 'fresh',
      access: 'session',
      refusals: [409],
      status: 204,
    },
    controller,
    'destroy'
  ),
  operation(
    'POST /auth/passkey/options',
    {
      summary: 'Get the options to sign in with a passkey',
      description:
        'For `navigator.credentials.get`, without naming a person. Answer once, within 5 minutes and in this browser (it sets a cookie), with `POST /auth/passkey/verify`.',
      access: 'public',
      response: optionsAnswer,
    },
    signIn,
    'options'
  ),
  operation(
    'POST /auth/passkey/verify',
    {
      summary: 'Sign in with a passkey',
      description:
        'The passkey identifies the person and the organization. Ends the previous session of the browser.',
      access: 'public',
      refusals: [401],
      body: signInBody,
      response: signedInAnswer,
    },
    signIn,
    'verify'
  ),
  operation(
    'POST /auth/proof/options',
    {
      summary: 'Get the options to confirm with a passkey',
      description:
        'For `navigator.credentials.get` with one of your passkeys. Answer once, within 5 minutes and in this session, with `POST /auth/proof/verify`.',
      access: 'session',
      whileHeld: ['confirm'],
      response: optionsAnswer,
    },
    signIn,
    'proofOptions'
  ),
  ...secondFactorOperations,
  ...secondFactorRuleOperations,
]
