import { operation } from '@crossdock/kernel/http'
import { proofOperations } from './proof_operations.js'
import { sessionOperations } from './session_operations.js'
import {
  linkResponse,
  linkValidator,
  magicLinkValidator,
  mailResponse,
  meResponse,
  organizationResponse,
  signedInResponse,
  verifyCodeValidator,
  verifyLinkValidator,
} from './validators/sign_in.js'

const controller = () => import('./controllers/sign_in_controller.js')

export default [
  operation(
    'GET /auth/me',
    {
      summary: 'Who is signed in, in which tenant, with which permissions',
      description:
        'Names the browser session, if there is one. A request that sends its id as X-Session is refused with 409 E_SESSION_CHANGED once another session has taken its place.',
      access: 'session',
      whileHeld: ['enrol', 'confirm'],
      response: meResponse,
    },
    () => import('./controllers/session_controller.js'),
    'show'
  ),
  operation(
    'GET /auth/organization',
    {
      summary: 'The organization the address of the request names',
      description:
        'The subdomain of `<subdomain>.<host of APP_URL>`, whether or not there is such an organization.',
      access: 'public',
      response: organizationResponse,
    },
    controller,
    'showOrganization'
  ),
  operation(
    'POST /auth/magic-link',
    {
      summary: 'Ask for a sign-in mail',
      description:
        'Sends a 6-digit code, and a link for the organization named or for every place of the address; good once within 10 minutes. Sets a cookie: the code works in the browser that asked, the link elsewhere only when confirmed. Once strangers have had very many mails sent to the address, theirs have no code (`hasCode`) and come minutes apart. The answer is the same whether or not the address is known.',
      access: 'public',
      body: magicLinkValidator,
      response: mailResponse,
    },
    controller,
    'requestMail'
  ),
  operation(
    'POST /auth/verify-code',
    {
      summary: 'Sign in with the code of a mail',
      description:
        'In the browser that asked for it. Without an organization it enters as super administrator, else the only organization; with several it answers `organizations` and starts no session: send the same code with one of them as `tenantId`. With `secondFactor` it starts no session either: go on with `POST /auth/second-factor/verify`.',
      access: 'public',
      refusals: [401, 409],
      body: verifyCodeValidator,
      response: signedInResponse,
    },
    controller,
    'verifyCode'
  ),
  operation(
    'POST /auth/link',
    {
      summary: 'See whom a mailed link lets in, without using it up',
      access: 'public',
      refusals: [401, 409],
      body: linkValidator,
      response: linkResponse,
    },
    controller,
    'showLink'
  ),
  operation(
    'POST /auth/verify-link',
    {
      summary: 'Sign in with the token of a mailed link',
      description:
        'Needs `confirm` unless it is sent by the browser that asked for the mail and nobody is signed in there; over a session also its CSRF token.',
      access: 'public',
      refusals: [401, 409],
      body: verifyLinkValidator,
      response: signedInResponse,
    },
    controller,
    'verifyLink'
  ),
  operation(
    'POST /auth/logout',
    {
      summary: 'Sign out',
      security: 'user_signed_out',
      access: 'public',
      refusals: [401, 409],
      status: 204,
    },
    controller,
    'signOut'
  ),
  ...proofOperations,
  ...sessionOperations,
]
