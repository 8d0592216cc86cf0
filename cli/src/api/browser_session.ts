import type { CreatedApiToken, SignedIn } from '@crossdock/client'
import { CliError, ExitCode } from '../errors.js'
import { ApiError } from './api_error.js'
import { ApiClient } from './client.js'

export type Proof = { code: string; email: string; organization: string } | { linkToken: string }

/** A sign-in as a browser does it: cookies, and the CSRF token sent back in a header. */
export class BrowserSession {
  readonly #client: ApiClient

  private constructor(client: ApiClient) {
    this.#client = client
  }

  /** Has the server mail a link and a code; the answer never tells whether the address is known. */
  static async requestLink(server: string, email: string, organization: string): Promise<void> {
    const client = new ApiClient({ server, headers: {} })
    await client.post('/api/auth/magic-link', { email, tenantId: organization || undefined })
  }

  /** Signs in with the code of the mail or with its link. */
  static async open(server: string, proof: Proof): Promise<BrowserSession> {
    const response = await verify(new ApiClient({ server, headers: {} }), proof)
    const cookies = cookiesOf(response)
    await (response.json() as Promise<SignedIn>)
    const csrf = cookies.get('XSRF-TOKEN')
    if (!csrf) {
      throw new CliError(ExitCode.failure, `${server} signed you in without sending its cookies.`, {
        hint: 'Check that --server is the address the server is meant to be reached at.',
      })
    }
    const headers = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(csrf),
    }
    return new BrowserSession(new ApiClient({ server, headers }))
  }

  createToken(name: string): Promise<CreatedApiToken> {
    return this.#client.post<CreatedApiToken>('/api/api-tokens', { name })
  }

  async end(): Promise<void> {
    await this.#client.post('/api/auth/logout', {})
  }
}

async function verify(client: ApiClient, proof: Proof): Promise<Response> {
  try {
    if ('linkToken' in proof) {
      return await client.send('POST', '/api/auth/verify-link', {
        json: { token: proof.linkToken },
      })
    }
    const { email, code, organization } = proof
    return await client.send('POST', '/api/auth/verify-code', {
      json: { email, code, tenantId: organization || undefined },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    throw new CliError(ExitCode.notSignedIn, error.message, {
      hint: 'Have a new code mailed with "crossdock login", without --code.',
      requestId: error.requestId,
      cause: error,
    })
  }
}

function cookiesOf(response: Response): Map<string, string> {
  const pairs = response.headers.getSetCookie().map((cookie) => {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const
  })
  return new Map(pairs)
}
