import { operation } from '@crossdock/kernel/http'
import { proofBody, proofMail } from './validators/proof.js'

const controller = () => import('./controllers/proof_controller.js')

/** How a signed-in person confirms their identity. */
export const proofOperations = [
  operation(
    'POST /auth/proof',
    {
      summary: 'Request a code that confirms your identity',
      description:
        'Mails a 6-digit code to the person of the session. It works once, within 10 minutes and in this session only, and does not sign in. Use it after a refusal with `E_FRESH_PROOF_NEEDED`. People with a second factor get no code: they confirm with that factor.',
      access: 'session',
      whileHeld: ['enrol'],
      response: proofMail,
    },
    controller,
    'request'
  ),
  operation(
    'POST /auth/proof/verify',
    {
      summary: 'Confirm your identity',
      description:
        'Send the mailed code, the answer of a passkey to `POST /auth/proof/options`, or a recovery code. For the next 15 minutes the session may do what needs a fresh proof. A mailed code is not enough for people with a second factor (`E_SECOND_FACTOR_NEEDED`).',
      access: 'session',
      whileHeld: ['enrol', 'confirm'],
      body: proofBody,
      status: 204,
    },
    controller,
    'verify'
  ),
]
