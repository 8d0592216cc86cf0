import { operation } from '@crossdock/kernel/http'
import {
  magicLinkValidator,
  meResponse,
  messageResponse,
  signedInResponse,
  verifyCodeValidator,
  verifyLinkValidator,
} from './validators/sign_in.js'

const handler = () => import('./controllers/sign_in_controller.js')

export default [
  operation('GET /auth/me', {
    summary: 'Who is signed in, in which tenant, with which permissions',
    access: 'session',
    response: meResponse,
    handler: () => import('./controllers/session_controller.js'),
    action: 'show',
  }),
  operation('POST /auth/magic-link', {
    summary: 'Ask for a sign-in mail',
    description:
      'Sends a link and a 6-digit code, both good once within 10 minutes. The answer is the same whether or not the address is known.',
    access: 'public',
    body: magicLinkValidator,
    response: messageResponse,
    handler,
    action: 'requestMail',
  }),
  operation('POST /auth/verify-code', {
    summary: 'Sign in with the code of a mail',
    access: 'public',
    body: verifyCodeValidator,
    response: signedInResponse,
    handler,
    action: 'verifyCode',
  }),
  operation('POST /auth/verify-link', {
    summary: 'Sign in with the token of a mailed link',
    access: 'public',
    body: verifyLinkValidator,
    response: signedInResponse,
    handler,
    action: 'verifyLink',
  }),
  operation('POST /auth/logout', {
    summary: 'Sign out',
    access: 'public',
    status: 204,
    handler,
    action: 'signOut',
  }),
]
