import { egress, EgressError, EgressTooLarge } from '@crossdock/kernel/egress'
import { invalid, text } from '@crossdock/kernel/ground'
import { mostDocumentBytes, tooLarge } from './read_in_thread.js'

const timeoutMs = 20_000

export interface Source {
  document?: string | undefined
  url?: string | undefined
}

/**
 * Returns the text of a document, which is given or loaded from an address through the egress guard.
 * @throws Problem 413, 422
 */
export async function documentOf({ document, url }: Source): Promise<string> {
  if ((document === undefined) === (url === undefined)) {
    throw invalid('document', text('Give either "document", the text, or "url", its address.'))
  }
  return document ?? (await load(url!))
}

async function load(url: string): Promise<string> {
  try {
    const { status, headers, body } = await egress.use().request({
      method: 'GET',
      url,
      headers: { Accept: 'application/json, application/yaml;q=0.9, */*;q=0.5' },
      timeoutMs,
      maxResponseBytes: mostDocumentBytes,
    })
    if (status >= 200 && status < 300) return withoutNul(body)
    const { location } = headers
    if (status >= 300 && status < 400 && location) {
      throw invalid(
        'url',
        text('The address redirects to {location}. Enter that address.', { location })
      )
    }
    throw invalid('url', text('The address answered {status} in place of a document.', { status }))
  } catch (error) {
    if (error instanceof EgressTooLarge) throw tooLarge()
    if (!(error instanceof EgressError)) throw error
    throw invalid('url', text('The document could not be loaded: {why}', { why: error.message }))
  }
}

const withoutNul = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '')
