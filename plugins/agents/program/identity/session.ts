import { AgentError } from '../errors.js'
import type { Ask, HttpClient } from '../http/client.js'
import { HttpProblem } from '../http/problem.js'
import { sessionText } from '../protocol.js'
import type { Identity, State } from '../state/state.js'
import { signText, type KeyPair } from '../keys.js'

/** A session is renewed this long before it ends. */
const beforeEndMs = 5 * 60_000
const usualMs = 3_600_000

interface Token {
  text: string
  /** When the token ends, by the monotonic clock of this process. */
  goodUntil: number
}

/** Holds the session of an enrolled agent, which proves its identity with its key. */
export class Sessions {
  #token: Promise<Token> | undefined

  constructor(
    private readonly state: State,
    readonly identity: Identity,
    readonly http: HttpClient,
    /** Id of this process. */
    private readonly instanceId: string
  ) {}

  /**
   * Returns a token that is valid for some minutes.
   * @throws HttpProblem, Unreachable
   */
  async token(): Promise<string> {
    const asked = (this.#token ??= this.#begin())
    try {
      const { text, goodUntil } = await asked
      if (goodUntil > performance.now()) return text
    } catch (error) {
      if (this.#token === asked) this.#token = undefined
      throw error
    }
    // If several callers find the session expired, only one of them begins the next session.
    if (this.#token === asked) this.#token = undefined
    return await this.token()
  }

  /** Drops a token that the server rejects. */
  forget(): void {
    this.#token = undefined
  }

  /** Calls the API as the agent. Renews an expired session once. */
  async call<T>(work: (headers: Record<string, string>) => Promise<T>): Promise<T> {
    const headers = async () => ({ authorization: `Bearer ${await this.token()}` })
    try {
      return await work(await headers())
    } catch (error) {
      if (!(error instanceof HttpProblem) || error.status !== 401) throw error
      this.forget()
      return await work(await headers())
    }
  }

  json<T>(method: string, path: string, ask: Ask = {}): Promise<T> {
    return this.call((headers) =>
      this.http.json<T>(method, path, { ...ask, headers: { ...headers, ...ask.headers } })
    )
  }

  /** Tries the candidate key first: its first use makes it the key. */
  async #begin(): Promise<Token> {
    const candidate = this.state.get('candidateKey')
    if (candidate) {
      try {
        const token = await this.#with(candidate)
        this.state.atOnce(() => {
          this.state.set('key', candidate)
          this.state.drop('candidateKey')
        })
        return token
      } catch (error) {
        if (!(error instanceof HttpProblem) || error.status !== 401) throw error
        // The server does not know the candidate key, so the previous key is still valid.
      }
    }
    const key = this.state.get('key')
    if (!key) throw new AgentError('E_NOT_ENROLLED', 'This agent has no key. Enroll it.')
    const token = await this.#with(key)
    if (candidate) this.state.drop('candidateKey')
    return token
  }

  async #with(key: KeyPair): Promise<Token> {
    const { instanceId } = this
    const { agentId } = this.identity
    const { challenge } = await this.http.json<{ challenge: string }>(
      'POST',
      '/api/desktop-agents/challenge',
      { json: { agentId } }
    )
    const signature = signText(key, sessionText(agentId, challenge))
    const asked = performance.now()
    const { body, headers } = await this.http.withHeaders<{ token: string; expiresAt: string }>(
      'POST',
      '/api/desktop-agents/sessions',
      { json: { agentId, challenge, publicKey: key.publicKey, signature, instanceId } }
    )
    return { text: body.token, goodUntil: asked + lifetimeMs(body.expiresAt, headers.date) }
  }
}

/**
 * Returns the remaining lifetime of a token. It uses only the clock of the server, because the local clock may
 * be wrong by a year.
 */
function lifetimeMs(expiresAt: string, serverNow: string | undefined): number {
  const ms = Date.parse(expiresAt) - Date.parse(serverNow ?? '')
  const lifetime = ms > 0 ? Math.min(ms, 24 * usualMs) : usualMs
  return Math.max(lifetime - beforeEndMs, lifetime / 2)
}
