import type { CreatedApiToken, SignedIn, SignInMail } from '@crossdock/client'
import { CliError, ExitCode } from '../errors.js'
import { ApiError } from './api_error.js'
import { ApiClient } from './client.js'

export type Proof = { code: string; email: string; organization: string } | { linkToken: string }

/** The organizations to choose from if a code is valid for several. The code stays valid. */
export type Organizations = NonNullable<SignedIn['organizations']>

/** Signs in the way a browser does: with cookies, and the CSRF token sent back in a header. */
export class BrowserSession {
  readonly #server: string
  readonly #cookies: Map<string, string>

  /** `cookies` are those of an earlier session to continue. */
  constructor(server: string, cookies = '') {
    this.#server = server
    this.#cookies = new Map(cookies.split('; ').filter(Boolean).map(pairOf))
  }

  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Asks the server to mail a link and usually a code. The answer never reveals whether the address is known. */
  requestMail(email: string, organization: string): Promise<SignInMail> {
    return this.#post('/api/auth/magic-link', { email, tenantId: organization || undefined })
  }

  /** Signs in with the mailed code or link. Returns organizations to choose from. */
  async open(proof: Proof): Promise<Organizations | undefined> {
    const { organizations, secondFactor } = await this.#verify(proof)
    if (organizations) return organizations
    if (secondFactor) {
      throw new CliError(
        ExitCode.notSignedIn,
        'This account requires a second factor, which only a browser supports.',
        { hint: 'Create an API token in the console, and store it: crossdock login --token -' }
      )
    }
    if (!this.#csrf) {
      throw new CliError(
        ExitCode.failure,
        `${this.#server} signed you in without sending its cookies.`,
        { hint: 'Check that --server is the public address of the server.' }
      )
    }
    return undefined
  }

  createToken(name: string): Promise<CreatedApiToken> {
    return this.#post<CreatedApiToken>('/api/api-tokens', { name })
  }

  async end(): Promise<void> {
    await this.#send('/api/auth/logout', {})
  }

  get #csrf(): string | undefined {
    return this.#cookies.get('__Host-XSRF-TOKEN') ?? this.#cookies.get('XSRF-TOKEN')
  }

  async #verify(proof: Proof): Promise<SignedIn> {
    try {
      if ('linkToken' in proof) {
        // Pasting a link here is already the confirmation.
        const body = { token: proof.linkToken, confirm: true }
        return await this.#post<SignedIn>('/api/auth/verify-link', body)
      }
      const { email, code, organization } = proof
      const body = { email, code, tenantId: organization || undefined }
      return await this.#post<SignedIn>('/api/auth/verify-code', body)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      throw new CliError(ExitCode.notSignedIn, error.message, {
        hint: 'Request a new code: run "crossdock login" without --code.',
        requestId: error.requestId,
        cause: error,
      })
    }
  }

  async #post<T>(path: string, json: unknown): Promise<T> {
    return (await this.#send(path, json)).json() as Promise<T>
  }

  async #send(path: string, json: unknown): Promise<Response> {
    const headers: Record<string, string> = {
      ...(this.cookies && { cookie: this.cookies }),
      ...(this.#csrf && { 'x-xsrf-token': decodeURIComponent(this.#csrf) }),
    }
    const client = new ApiClient({ server: this.#server, headers })
    const response = await client.send('POST', path, { json })
    for (const cookie of response.headers.getSetCookie()) {
      const [name, value] = pairOf(cookie)
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    return response
  }
}

function pairOf(cookie: string): [name: string, value: string] {
  const [pair = ''] = cookie.split(';')
  const at = pair.indexOf('=')
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
}
