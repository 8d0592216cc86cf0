import type { Caller } from '@crossdock/kernel/testing'
import type { Files } from './support.js'

/** A tus client with short requests for the tests. */
export class Tus {
  readonly #url: string
  readonly #as: Caller

  constructor({ app, as }: Pick<Files, 'app' | 'as'>) {
    this.#url = app.url
    this.#as = as
  }

  async send(
    method: string,
    address = '/api/uploads',
    headers: Record<string, string> = {},
    body?: string | Uint8Array<ArrayBuffer>
  ): Promise<Response> {
    return await fetch(new URL(address, this.#url), {
      method,
      headers: { 'tus-resumable': '1.0.0', ...this.#as.headers, ...headers },
      body,
    })
  }

  /** Begins an upload. @returns its address */
  async begin(headers: Record<string, string>): Promise<string> {
    const reply = await this.send('POST', undefined, headers)
    if (reply.status !== 201) throw new Error(`${reply.status}: ${await reply.text()}`)
    return reply.headers.get('location')!
  }

  patch(
    address: string,
    offset: number,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {}
  ): Promise<Response> {
    const type = { 'content-type': 'application/offset+octet-stream' }
    const all = { ...type, 'upload-offset': String(offset), ...headers }
    return this.send('PATCH', address, all, body)
  }

  async offset(address: string): Promise<number> {
    return Number((await this.send('HEAD', address)).headers.get('upload-offset'))
  }
}

export const metadataOf = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
