type Fields = Record<string, unknown>

export interface CurlRequest {
  url: string
  method: string
  /** A body that fits; null where any does. */
  sampleBody: unknown
  verification: string
  verificationConfig: Fields
}

/**
 * A request to an address, to be pasted into a terminal; of a signed one with the secret in `$SECRET`. undefined where no short
 * line can sign it.
 */
export function curlOf({ url, method, sampleBody, ...rest }: CurlRequest): string | undefined {
  const { verification, verificationConfig: config } = rest
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? JSON.stringify(sampleBody ?? { hello: 'world' }) : ''
  const line = (address: string, header = '', data = quoted(body)) =>
    [
      `curl -X ${method} ${address}`,
      ...(hasBody ? [`-H 'Content-Type: application/json'`] : []),
      ...(header ? [`-H ${header}`] : []),
      ...(hasBody ? [`-d ${data}`] : []),
    ].join(' ')
  if (verification === 'none') return line(quoted(url))
  if (verification === 'token') {
    const name = String(config.name)
    return config.place === 'query'
      ? line(`${quoted(`${url}?${encodeURIComponent(name)}=`)}"$SECRET"`)
      : line(quoted(url), `${quoted(`${name}: `)}"$SECRET"`)
  }
  const scheme = schemeOf(verification, config)
  if (!scheme) return undefined
  const mac = `printf %s "$BODY" | openssl dgst -${scheme.algorithm} -hmac "$SECRET" -binary`
  const written =
    scheme.encoding === 'base64' ? 'openssl base64 -A' : `od -An -v -tx1 | tr -d ' \\n'`
  const header = `${quoted(`${scheme.header}: ${scheme.prefix}`)}"$(${mac} | ${written})"`
  return `BODY=${quoted(body)}\n${line(quoted(url), header, '"$BODY"')}`
}

/** Of verifications that sign the body and nothing else. */
function schemeOf(verification: string, config: Fields) {
  const common = { algorithm: 'sha256', prefix: '' }
  if (verification === 'github') {
    return { ...common, header: 'X-Hub-Signature-256', encoding: 'hex', prefix: 'sha256=' }
  }
  if (verification === 'shopify') {
    return { ...common, header: 'X-Shopify-Hmac-Sha256', encoding: 'base64' }
  }
  if (verification !== 'hmac' || config.timeHeader) return undefined
  const { header, algorithm, encoding, prefix } = config
  return {
    ...{ header: String(header), algorithm: String(algorithm), encoding: String(encoding) },
    prefix: String(prefix ?? ''),
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
