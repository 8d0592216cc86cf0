import type { Call, CallOutcome, Connection, ConnectionOutcome } from '../../contracts/index.js'
import { shownStatus } from './outcome.js'
import { redirectSentence } from '../../redirect.js'

/** Returns whether the system and its credentials work, judging by an exchange with any status. */
export function connectionOf(call: Call, outcome: CallOutcome): ConnectionOutcome {
  const { name, baseUrl, authType } = call.system
  const { statusCode, response } = outcome
  const isAnonymous = authType === 'none'
  const isEncrypted = baseUrl?.startsWith('https:') ?? false
  const ended = (
    success: boolean,
    authenticated: boolean | null,
    advice: string | null,
    message = outcome.message
  ): ConnectionOutcome => ({
    ...outcome,
    status: success ? 'success' : outcome.status === 'success' ? 'error' : outcome.status,
    message,
    connection: {
      // The status of the token endpoint does not describe the system itself.
      reachable: response === null && statusCode !== null ? null : response !== null,
      trusted: isEncrypted
        ? response !== null
          ? true
          : outcome.fault === 'tls'
            ? false
            : null
        : null,
      authenticated,
      advice,
    },
  })

  if (response === null) {
    // The token endpoint issued no token.
    if (statusCode !== null) {
      return outcome.fault
        ? ended(false, null, advices[outcome.fault])
        : ended(false, false, advices.token)
    }
    return ended(false, null, outcome.fault ? advices[outcome.fault] : null)
  }
  const answered = `${name} answered ${shownStatus(statusCode ?? 0)}`
  if (statusCode === 401 || statusCode === 407) {
    return isAnonymous
      ? ended(false, null, advices.choose, `${answered}: it asks for credentials.`)
      : ended(false, false, advices.credentials, `${answered}: it does not accept the credentials.`)
  }
  if (statusCode === 403) {
    const advice = isAnonymous ? advices.choose : advices.forbidden
    return ended(false, null, advice, `${answered}: it refuses this request.`)
  }
  if (outcome.fault) return ended(false, null, advices[outcome.fault])
  const status = statusCode ?? 0
  if (status >= 300 && status < 400) {
    const where = redirectSentence(status, (response.headers ?? {}) as Record<string, string>)
    return ended(false, null, advices.redirect, `${answered}.${where}`)
  }
  if (status >= 400) {
    const advice = isAnonymous ? null : advices.elsewhere
    return ended(true, null, advice, `${answered}, so it can be reached.`)
  }
  if (authType === 'digest' && !isSigned(outcome)) {
    return ended(true, null, advices.elsewhere, `${answered} without asking for credentials.`)
  }
  return ended(true, isAnonymous ? null : true, null, `${answered}.`)
}

/** Returns whether credentials were sent. Digest credentials are sent only in answer to a challenge. */
const isSigned = ({ request }: CallOutcome): boolean =>
  Object.keys(request.headers ?? {}).some((name) => name.toLowerCase() === 'authorization')

const advices: Record<
  | 'token'
  | 'credentials'
  | 'choose'
  | 'forbidden'
  | 'redirect'
  | 'elsewhere'
  | NonNullable<CallOutcome['fault']>,
  NonNullable<Connection['advice']>
> = {
  token: 'Check the client ID, the client secret and the token URL.',
  credentials: 'Enter the credentials again, or choose another kind of authentication.',
  choose: 'Choose a kind of authentication and enter credentials.',
  forbidden: 'Check the permissions of these credentials, or test a path they may read.',
  redirect: 'If the address it redirects to is right, enter it as the base URL.',
  elsewhere: 'Enter a path that needs the credentials to test them as well.',
  connection: 'Check the base URL, and whether the system is up and accepts this server.',
  tls: 'Check the certificate of the system. For a private issuer choose Client certificate and enter it, or start the server with NODE_EXTRA_CA_CERTS.',
  timeout: 'Check whether the system is up, or test a path it answers faster.',
  answer: 'Ask the operator of the system to check its answer.',
  server: 'Ask the operator of the system to check it, and test again later.',
}
