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
      summary: 'Show the caller, their tenant and their permissions',
      description:
        'Includes the browser session, if there is one. A request that sends its id as X-Session fails with 409 E_SESSION_CHANGED after another session has replaced it.',
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
      summary: 'Show the organization in the host name of the request',
      description:
        'The subdomain of `<subdomain>.<host of APP_URL>`, even if no organization has it.',
      access: 'public',
      response: organizationResponse,
    },
    controller,
    'showOrganization'
  ),
  operation(
    'POST /auth/magic-link',
    {
      summary: 'Request a sign-in mail',
      description:
        'Sends a 6-digit code, and a link for the named organization or for every organization of the address. Both work once, within 10 minutes. Sets a cookie: the code works only in the requesting browser, and in other browsers the link needs a confirmation. After too many requests from unknown browsers, the mails have no code (`hasCode`) and arrive minutes apart. The answer is the same whether or not the address is known.',
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
        'Works in the browser that requested the code. Without an organization it signs in as super administrator, or else to the only organization. With several it answers `organizations` and starts no session: send the same code with one of them as `tenantId`. With `secondFactor` it starts no session either: continue with `POST /auth/second-factor/verify`.',
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
      summary: 'Show who a mailed link signs in, without using it up',
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
        'Needs `confirm`, unless the requesting browser sends it and has no session. With a session it also needs its CSRF token.',
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
