import { operation } from '@crossdock/kernel/http'
import { optionsAnswer, signedInAnswer } from './validators/passkeys.js'
import {
  recoveryCodesAnswer,
  secondFactorAnswer,
  secondFactorBody,
  secondStepBody,
} from './validators/second_factor.js'

const controller = () => import('./controllers/second_factor_controller.js')

/** A passkey or a recovery code behind the mailed code, for who asks for it. */
export const secondFactorOperations = [
  operation(
    'GET /second-factor',
    {
      summary: 'Whether you are asked for a second factor',
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
      summary: 'Be asked for a second factor when you sign in, or no more',
      description:
        'Behind the mailed code or link a passkey of yours or a recovery code is asked for. Needs a passkey. Whoever signs in by passkey or by single sign-on is asked for nothing more.',
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
        'Ten, each good once in place of a passkey. They are in this answer only; those made before are worth nothing any more.',
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
      summary: 'Ask what to bring as second factor',
      description:
        'For `navigator.credentials.get`, in the browser whose sign-in waits (`secondFactor` of `POST /auth/verify-code` and `POST /auth/verify-link`).',
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
        'The answer of a passkey or a recovery code, within 10 minutes and in the browser whose sign-in waits; five wrong recovery codes end it.',
      access: 'public',
      refusals: [401, 409],
      body: secondStepBody,
      response: signedInAnswer,
    },
    controller,
    'verify'
  ),
]
