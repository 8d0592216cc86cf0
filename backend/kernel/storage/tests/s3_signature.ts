import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'

export const credentials = { accessKeyId: 'AKIDTEST', secretAccessKey: 'test-secret' }

/** Returns the S3 error code of a bad request. Uses another implementation than the SDK that signs. */
export async function refusalOf(
  request: IncomingMessage,
  body: Buffer
): Promise<string | undefined> {
  const { headers, method, url } = request
  const given =
    /Credential=([^/]+)\/\d+\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(
      headers.authorization ?? ''
    )
  if (!given) return 'AccessDenied'
  const [, key, region, names, signature] = given as unknown as string[]
  if (key !== credentials.accessKeyId) return 'InvalidAccessKeyId'
  const signed = Object.fromEntries(
    names!.split(';').flatMap((name) => (name === 'host' ? [] : [[name, String(headers[name])]]))
  )
  const signer = new AwsV4Signer({
    ...credentials,
    method: method!,
    url: `http://${headers.host}${url}`,
    headers: signed,
    allHeaders: true,
    service: 's3',
    region: region!,
    datetime: String(headers['x-amz-date']),
  })
  if ((await signer.signature()) !== signature) return 'SignatureDoesNotMatch'
  const hash = (algorithm: string, encoding: 'hex' | 'base64') =>
    createHash(algorithm).update(body).digest(encoding)
  const sha256 = headers['x-amz-content-sha256']
  if (sha256 !== hash('sha256', 'hex')) return 'XAmzContentSHA256Mismatch'
  const md5 = headers['content-md5']
  return md5 !== undefined && md5 !== hash('md5', 'base64') ? 'BadDigest' : undefined
}
