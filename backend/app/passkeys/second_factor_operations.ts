import { operation } from '@crossdock/kernel/http'
import { optionsAnswer, signedInAnswer } from './validators/passkeys.js'
import {
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondFactorBody,
  secondStepBody,
} from './validators/second_factor.js'

const controller = () => import('./controllers/second_factor_controller.js')

/** A passkey or a recovery code after the mailed code, for people with a second factor. */
export const secondFactorOperations = [
  operation(
    'GET /second-factor',
    {
      summary: 'Get your second factor settings',
      access: 'session',
      whileHeld: ['enrol', 'confirm'],
      response: secondFactorAnswer,
    },
    controller,
    'show'
  ),
  operation(
    'PUT /second-factor',
    {
      summary: 'Turn your second factor on or off',
      description:
        'After the mailed code or link, the sign-in requires a passkey or a recovery code. Requires a passkey. Sign-in by passkey or single sign-on needs nothing more.',
      proof: 'fresh',
      access: 'session',
      refusals: [409],
      body: secondFactorBody,
      response: secondFactorAnswer,
    },
    controller,
    'update'
  ),
  operation(
    'POST /recovery-codes',
    {
      summary: 'Make recovery codes',
      description:
        'Ten codes, each valid once in place of a passkey. They are only in this answer; earlier codes become invalid.',
      proof: 'fresh',
      access: 'session',
      response: recoveryCodesAnswer,
      status: 201,
    },
    controller,
    'storeCodes'
  ),
  operation(
    'POST /auth/second-factor/options',
    {
      summary: 'Get the options for the second factor',
      description:
        'For `navigator.credentials.get`, in the browser of the pending sign-in (`secondFactor` of `POST /auth/verify-code` and `POST /auth/verify-link`).',
      access: 'public',
      refusals: [401, 409],
      response: optionsAnswer,
    },
    controller,
    'options'
  ),
  operation(
    'POST /auth/second-factor/verify',
    {
      summary: 'Sign in with the second factor',
      description:
        'Send the answer of a passkey or a recovery code, within 10 minutes and in the browser of the pending sign-in. Five wrong recovery codes end the sign-in.',
      access: 'public',
      refusals: [401, 409],
      body: secondStepBody,
      response: signedInAnswer,
    },
    controller,
    'verify'
  ),
]
