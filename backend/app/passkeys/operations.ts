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
      description: 'For people in a session: a token has none.',
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
      summary: 'Ask what to make a passkey with',
      description:
        'For `navigator.credentials.create`; to be answered once, within 5 minutes and in this session, by `POST /passkeys`.',
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
      description: 'At most 20. No attestation is asked for, and none with certificates is taken.',
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
        'Nobody signs in with it any more; sessions it has started stay. The last one of who is asked for a second factor stays.',
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
      summary: 'Ask what to sign in by a passkey with',
      description:
        'For `navigator.credentials.get`, without saying who one is; to be answered once, within 5 minutes and in this browser (it sets a cookie), by `POST /auth/passkey/verify`.',
      access: 'public',
      response: optionsAnswer,
    },
    signIn,
    'options'
  ),
  operation(
    'POST /auth/passkey/verify',
    {
      summary: 'Sign in by a passkey',
      description:
        'Whose it is, and of which organization, the passkey says itself. Ends the session the browser had.',
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
      summary: 'Ask what to confirm by a passkey with',
      description:
        'For `navigator.credentials.get` with one of your passkeys; to be answered once, within 5 minutes and in this session, by `POST /auth/proof/verify`.',
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
