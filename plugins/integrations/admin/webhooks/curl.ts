type Fields = Record<string, unknown>

export interface CurlRequest {
  url: string
  method: string
  /** A valid body; null if any body is valid. */
  sampleBody: unknown
  verification: string
  verificationConfig: Fields
}

/**
 * Returns a curl command to paste into a terminal. Signed requests read the secret from `$SECRET`.
 * @returns undefined if no short command can sign the request
 */
export function curlOf({ url, method, sampleBody, ...rest }: CurlRequest): string | undefined {
  const { verification, verificationConfig: config } = rest
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const body = hasBody ? JSON.stringify(sampleBody ?? { hello: 'world' }) : ''
  const line = (address: string, header = '', data = shellQuoted(body)) =>
    [
      `curl -X ${method} ${address}`,
      ...(hasBody ? [`-H 'Content-Type: application/json'`] : []),
      ...(header ? [`-H ${header}`] : []),
      ...(hasBody ? [`-d ${data}`] : []),
    ].join(' ')
  if (verification === 'none') return line(shellQuoted(url))
  if (verification === 'token') {
    const name = String(config.name)
    return config.place === 'query'
      ? line(`${shellQuoted(`${url}?${encodeURIComponent(name)}=`)}"$SECRET"`)
      : line(shellQuoted(url), `${shellQuoted(`${name}: `)}"$SECRET"`)
  }
  const scheme = schemeOf(verification, config)
  if (!scheme) return undefined
  const mac = `printf %s "$BODY" | openssl dgst -${scheme.algorithm} -hmac "$SECRET" -binary`
  const written =
    scheme.encoding === 'base64' ? 'openssl base64 -A' : `od -An -v -tx1 | tr -d ' \\n'`
  const header = `${shellQuoted(`${scheme.header}: ${scheme.prefix}`)}"$(${mac} | ${written})"`
  return `BODY=${shellQuoted(body)}\n${line(shellQuoted(url), header, '"$BODY"')}`
}

/** Returns how a verification signs the body; undefined for one that signs more than the body. */
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
    header: String(header),
    algorithm: String(algorithm),
    encoding: String(encoding),
    prefix: String(prefix ?? ''),
  }
}

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
