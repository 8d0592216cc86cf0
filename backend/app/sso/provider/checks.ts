import { text, type Text } from '@crossdock/kernel/ground'
import * as oidc from 'openid-client'
import { callbackUrl } from './callback.js'
import { discover, type Connection } from './client.js'
import { failureOf } from './failures.js'
import { readKeys } from './keys.js'
import { isThisMachine } from './kinds.js'
import { discoveryRefusal } from './sentences.js'

/** One requirement, and the result of checking it. */
export interface Check {
  name: 'discovery' | 'endpoints' | 'keys' | 'signing' | 'code' | 'pkce' | 'client'
  passed: boolean
  sentence: Text
}

type Metadata = Readonly<oidc.ServerMetadata>

/** Algorithms with a private key of the provider. Those that begin with HS use the shared client secret. */
const asymmetric = /^(RS|PS|ES)\d{3}$|^Ed(DSA|25519)$/

/** Checks everything that a sign-in with a provider needs, without a sign-in. */
export async function checkConnection(connection: Connection): Promise<Check[]> {
  const host = new URL(connection.issuer).host
  let client: oidc.Configuration
  try {
    client = await discover(connection)
  } catch (error) {
    const sentence = discoveryRefusal(failureOf(error), host)
    return [{ name: 'discovery', passed: false, sentence }]
  }
  const metadata = client.serverMetadata()
  return [
    {
      name: 'discovery',
      passed: true,
      sentence: text('{host} describes itself as a provider.', { host }),
    },
    endpoints(metadata),
    await keys(metadata, host),
    signing(metadata),
    code(metadata),
    pkce(metadata),
    await registration(client, host),
  ]
}

function endpoints({ authorization_endpoint, token_endpoint, jwks_uri }: Metadata): Check {
  const all = Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })
  const bad = all.find(([, address]) => !isUsable(address))
  const sentence = bad
    ? text('The provider names no address over https:// as its {endpoint}.', { endpoint: bad[0] })
    : text('It names the addresses to sign in and to exchange codes.')
  return { name: 'endpoints', passed: !bad, sentence }
}

const isUsable = (address: unknown): boolean =>
  typeof address === 'string' &&
  URL.canParse(address) &&
  (new URL(address).protocol === 'https:' ||
    (new URL(address).protocol === 'http:' && isThisMachine(address)))

async function keys({ jwks_uri: address }: Metadata, host: string): Promise<Check> {
  const count = isUsable(address) ? await usableKeys(address!) : 0
  if (typeof count !== 'number') {
    return { name: 'keys', passed: false, sentence: discoveryRefusal(failureOf(count.error), host) }
  }
  const sentence =
    count > 0
      ? text('It publishes its signing keys: {count}.', { count })
      : text('It publishes no signing key.')
  return { name: 'keys', passed: count > 0, sentence }
}

async function usableKeys(address: string): Promise<number | { error: unknown }> {
  try {
    return (await readKeys(address)).keys.filter(isSigningKey).length
  } catch (error) {
    return error instanceof SyntaxError || error instanceof TypeError ? 0 : { error }
  }
}

const isSigningKey = ({ kty, use }: { kty?: unknown; use?: unknown }): boolean =>
  ['RSA', 'EC', 'OKP'].some((kind) => kind === kty) && use !== 'enc'

/** The texts in a value that should be a list of texts. */
const listed = (value: unknown): string[] =>
  [value].flat().filter((word) => typeof word === 'string')

function signing({ id_token_signing_alg_values_supported: ways }: Metadata): Check {
  // RS256 is the default.
  const passed = !ways || listed(ways).some((way) => asymmetric.test(way))
  const sentence = passed
    ? text('It signs its tokens with a private key.')
    : text('It signs its tokens only with the client secret, which proves nothing to others.')
  return { name: 'signing', passed, sentence }
}

function code({ response_types_supported: types }: Metadata): Check {
  const passed = !types || listed(types).includes('code')
  const sentence = passed
    ? text('It answers with a code.')
    : text('It does not answer with a code (response type "code").')
  return { name: 'code', passed, sentence }
}

function pkce({ code_challenge_methods_supported: methods }: Metadata): Check {
  const passed = !methods || listed(methods).includes('S256')
  const support = methods
    ? text('It binds the code to the client that requested it (PKCE).')
    : text('It does not say whether it supports PKCE. Crossdock sends PKCE values anyway.')
  const sentence = passed ? support : text('It does not support PKCE with S256.')
  return { name: 'pkce', passed, sentence }
}

/** Sends an invalid code: a provider that accepts the client refuses the code, otherwise it refuses the client. */
async function registration(client: oidc.Configuration, host: string): Promise<Check> {
  const name = 'client'
  const accepted: Check = {
    name,
    passed: true,
    sentence: text('It knows the client and its secret.'),
  }
  const form = { code: 'crossdock-connection-test', redirect_uri: callbackUrl() }
  const verifier = { code_verifier: oidc.randomPKCECodeVerifier() }
  try {
    await oidc.genericGrantRequest(client, 'authorization_code', { ...form, ...verifier })
    return accepted
  } catch (error) {
    const failure = failureOf(error)
    if (failure === 'code') return accepted
    if (failure === 'client') {
      const sentence = text('It refuses the client: its ID or its secret is wrong.')
      return { name, passed: false, sentence }
    }
    if (failure !== 'refused') {
      return { name, passed: false, sentence: discoveryRefusal(failure, host) }
    }
    const sentence = text(
      'The first sign-in shows whether it accepts the client and its secret: its answer to a test was inconclusive.'
    )
    return { name, passed: true, sentence }
  }
}
