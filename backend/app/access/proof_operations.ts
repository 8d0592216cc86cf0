import { operation } from '@crossdock/kernel/http'
import { proofBody, proofMail } from './validators/proof.js'

const controller = () => import('./controllers/proof_controller.js')

/** How somebody who is signed in confirms that it is still them. */
export const proofOperations = [
  operation(
    'POST /auth/proof',
    {
      summary: 'Ask for a code that confirms who you are',
      description:
        'Mails a 6-digit code to the person of the session, good once within 10 minutes and in this session only; it signs nobody in. For what is refused with `E_FRESH_PROOF_NEEDED`. Who has a second factor is sent none: only that proves who they are.',
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
      summary: 'Confirm who you are',
      description:
        'With the mailed code, the answer of a passkey to `POST /auth/proof/options`, or a recovery code. From then on for 15 minutes the session may do what takes a fresh proof. A mailed code is not enough for who has a second factor (`E_SECOND_FACTOR_NEEDED`).',
      access: 'session',
      whileHeld: ['enrol', 'confirm'],
      body: proofBody,
      status: 204,
    },
    controller,
    'verify'
  ),
]
